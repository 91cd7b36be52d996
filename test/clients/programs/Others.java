import heddle.*;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class Others {
  public static void main(String[] args) throws Exception {
    TrendAnswer trend = Search.call("GET", "/post/keyword-trend?keywords=marzipan&language=en&days=2", null, TrendAnswer.class);
    long posts = 0;
    for (KeywordTrend keyword : trend.getData()) {
      for (TrendPoint day : keyword.getDays()) posts += day.getPostCount();
    }
    List<String> ids = new ArrayList<>();
    String anchor = "";
    for (long page = 1, total = 1; (page - 1) * 50 < total; page++) {
      HistoryAnswer history = Search.call("GET", "/balance/history?api_type=keywords&page=" + page + anchor, null, HistoryAnswer.class);
      for (UsageEntry entry : history.getData()) ids.add(entry.getID());
      if (history.getAnchor() != null) anchor = "&anchor=" + history.getAnchor();
      total = history.getTotal();
    }
    EndpointAnswer endpoint = Search.call("POST", "/webhook/endpoints", Map.of("url", System.getenv("HOOK_URL")), EndpointAnswer.class);
    RuleAnswer rule = Search.call("POST", "/webhook/endpoints/" + endpoint.getData().getID() + "/rules",
        Map.of("keyword", "台積電", "likeCount", 10), RuleAnswer.class);
    System.out.println(new ObjectMapper().writeValueAsString(Map.of("posts", posts, "entries", ids.size(),
        "keyword", rule.getData().getKeyword(), "notices", rule.getNotices())));
  }
}
