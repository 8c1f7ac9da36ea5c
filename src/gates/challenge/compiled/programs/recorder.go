package __PACKAGE__

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
)

var __KEY__L sync.Mutex
var __KEY__S = map[string]int{}
// __SAYING__
func __KEY__R(id string, given ...interface{}) {
	__KEY__L.Lock()
	defer __KEY__L.Unlock()
	words := []string{}
	for _, each := range given {
		words = append(words, fmt.Sprintf("%#v", each))
	}
	list, _ := json.Marshal(words)
	key := id + string(list)
	__KEY__S[id]++
	__KEY__S[key]++
	if __KEY__S[key] > 1 || __KEY__S[id] > 200 {
		return
	}
	__KEY__Put(map[string]interface{}{"k": "c", "f": id, "a": string(list), "t": 0, "x": nil, "o": ""})
}
