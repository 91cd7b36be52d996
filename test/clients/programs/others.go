package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func init() {
	var trend TrendAnswer
	call("GET", "/post/keyword-trend?keywords=marzipan&language=en&days=2", nil, &trend)
	var posts int64
	for _, keyword := range trend.Data {
		for _, day := range keyword.Days {
			posts += day.PostCount
		}
	}
	ids := []string{}
	anchor := ""
	for page, total := int64(1), int64(1); (page-1)*50 < total; page++ {
		var history HistoryAnswer
		call("GET", fmt.Sprintf("/balance/history?api_type=keywords&page=%d%s", page, anchor), nil, &history)
		for _, entry := range history.Data {
			ids = append(ids, entry.ID)
		}
		if history.Anchor != nil {
			anchor = "&anchor=" + *history.Anchor
		}
		total = history.Total
	}
	var endpoint EndpointAnswer
	call("POST", "/webhook/endpoints", map[string]any{"url": os.Getenv("HOOK_URL")}, &endpoint)
	var rule RuleAnswer
	call("POST", "/webhook/endpoints/"+endpoint.Data.ID+"/rules", map[string]any{"keyword": "台積電", "likeCount": 10}, &rule)
	out, _ := json.Marshal(map[string]any{"posts": posts, "entries": len(ids), "keyword": rule.Data.Keyword, "notices": rule.Notices})
	fmt.Println(string(out))
}
