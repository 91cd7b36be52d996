package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
)

func main() {
	url := os.Getenv("BASE_URL") + "/post/search?keywords=marzipan&language=en&limit=2&include_details=true"
	request, err := http.NewRequest("GET", url, nil)
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	answer, err := UnmarshalAnswer(body)
	if err != nil {
		panic(err)
	}
	codes := []string{}
	for _, post := range answer.Data {
		codes = append(codes, post.Code)
	}
	out, err := json.Marshal(map[string]any{"codes": codes, "credits": answer.CreditsConsumed, "notices": answer.Notices})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(out))
}
