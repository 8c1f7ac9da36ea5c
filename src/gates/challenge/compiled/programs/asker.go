package __PACKAGE__

import (
	"encoding/json"
	"fmt"
	"os"
)
// __SAYING__
func __KEY__Show(values ...interface{}) string {
	text := ""
	for _, each := range values {
		text += fmt.Sprintf("%#v", each) + ", "
	}
	return text[:len(text)-2]
}

func __KEY__Once(ask func() string) (said string) {
	defer func() {
		if r := recover(); r != nil {
			said = "throws " + fmt.Sprint(r)
		}
	}()
	return ask()
}

func __KEY__One(n int, ask func() string) {
	first, second := __KEY__Once(ask), __KEY__Once(ask)
	if first != second {
		first = "unsteady"
	}
	__KEY__Put(map[string]interface{}{"k": "q", "n": n, "o": first})
}

// K__KEY__ asks.
func K__KEY__() { __KEY__Ask() }

func __KEY__Ask() {
	// __CALLS__
	__KEY__Put(map[string]interface{}{"k": "z"})
}
