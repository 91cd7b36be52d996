import json, os, urllib.request
from answer import answer_from_dict

request = urllib.request.Request(
    os.environ["BASE_URL"] + "/post/search?keywords=marzipan&language=en&limit=2&include_details=true",
    headers={"Authorization": "Bearer " + os.environ["API_KEY"]},
)
with urllib.request.urlopen(request) as response:
    answer = answer_from_dict(json.load(response))
print(json.dumps({
    "codes": [post.code for post in answer.data],
    "credits": answer.credits_consumed,
    "notices": answer.notices,
}))
