package __PACKAGE__

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
)
// __SAYING__
// What a function of ours is told stands in the answer; it gives back nothing.
func __KEY__Func(kind interface{}, said *string) interface{} {
	of := reflect.TypeOf(kind)
	return reflect.MakeFunc(of, func(given []reflect.Value) []reflect.Value {
		for _, each := range given {
			*said += fmt.Sprintf(", is told %#v", each.Interface())
		}
		back := []reflect.Value{}
		for n := 0; n < of.NumOut(); n++ {
			back = append(back, reflect.Zero(of.Out(n)))
		}
		return back
	}).Interface()
}

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
