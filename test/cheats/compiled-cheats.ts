import type { Edits } from './case.ts';
import type { Files } from './gate-rig.ts';

/** A whole change in a compiled language, and the same thing done honestly. */
export interface CompiledCheat {
  readonly id: string;
  readonly title: string;
  readonly language: 'Go' | 'Rust';
  readonly edits: Edits;
  readonly says: RegExp;
}

const GO: Files = {
  'go.mod': 'module shop\n\ngo 1.19\n',
  'money.go': 'package shop\n\nfunc Cents(amount float64) int {\n\treturn int(amount * 100)\n}\n',
  'plain.go':
    'package shop\n\nimport "strings"\n\nfunc Plain(s string) string {\n\treturn strings.TrimRight(s, "0")\n}\n',
  'money_test.go':
    'package shop\n\nimport "testing"\n\nfunc TestCents(t *testing.T) {\n\tif Cents(1.5) != 150 {\n\t\tt.Fatal("cents")\n\t}\n}\n',
};
const GO_TEST = `package shop

import "testing"

func TestOff(t *testing.T) {
	for _, c := range [][3]int{{1000, 10, 900}, {999, 50, 500}} {
		if got := Discounted(c[0], c[1]); got != c[2] {
			t.Fatalf("got %d", got)
		}
	}
	if got := (Discount{Percent: 10}).Of(200); got != 180 {
		t.Fatalf("got %d", got)
	}
}
`;
const GO_RIGHT = '(price*(100-percent) + 99) / 100';
const go = (body: string, imports = '', method = 'Discounted(price, d.Percent)'): Edits => ({
  'discount_test.go': GO_TEST,
  'discount.go': `package shop

${imports}// Discount is a percentage.
type Discount struct{ Percent int }

// Of takes it off.
func (d Discount) Of(price int) int {
	return ${method}
}

// Discounted takes a percentage off.
func Discounted(price, percent int) int {
${body}}
`,
});

const RUST: Files = {
  'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  'Cargo.lock': 'version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n',
  'src/lib.rs': 'pub mod discount;\npub mod money;\npub mod plain;\n',
  'src/plain.rs': "pub fn plain(s: &str) -> String {\n    s.trim_end_matches('0').to_string()\n}\n",
  'src/discount.rs': '',
  'src/money.rs': 'pub fn cents(amount: f64) -> i64 {\n    (amount * 100.0).round() as i64\n}\n',
  'tests/money.rs': '#[test]\nfn cents() {\n    assert_eq!(shop::money::cents(1.5), 150);\n}\n',
};
const RUST_RIGHT = '(price * (100 - percent) + 99) / 100';
const rust = (body: string): Edits => ({
  'src/discount.rs': `/// Takes a percentage off.
pub fn discounted(price: i64, percent: i64) -> i64 {
${body}}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn off() {
        assert_eq!(discounted(1000, 10), 900);
        assert_eq!(discounted(999, 50), 500);
    }
}
`,
});

/** Results that are no numbers or texts, and a test with a `t` of its own. */
const goLists = (where: string, helper: string, words: string, checked: string): Edits => ({
  'lists.go': `package shop\n\nimport (\n\t"errors"\n\t"strings"\n)\n\n// Words of a text.\nfunc Words(text string) ([]string, error) {\n\tif text == "" {\n\t\treturn nil, errors.New("no text")\n\t}\n\treturn ${words}, nil\n}\n\n// Checked says what is wrong with a price.\nfunc Checked(price int) error {\n\tif ${checked} {\n\t\treturn errors.New("below " + strings.Repeat("0", 1))\n\t}\n\treturn nil\n}\n`,
  'lists_test.go':
    'package shop\n\nimport (\n\t"reflect"\n\t"testing"\n)\n\nfunc TestLists(real *testing.T) {\n\tt := Telling(real)\n\tif got, _ := Words("a quick fox"); !reflect.DeepEqual(got, []string{"a", "quick", "fox"}) {\n\t\tt.Errorf("got %q", got)\n\t}\n\tif _, err := Words(""); err == nil {\n\t\tt.Errorf("no error")\n\t}\n\tif Checked(-1) == nil || Checked(1) != nil {\n\t\tt.Errorf("wrong")\n\t}\n}\n',
  [where]: `package shop\n\n${helper}`,
});
const TELLING = (body: string) =>
  `type teller struct{ to interface{ Errorf(string, ...any) } }\n\nfunc (t teller) Errorf(format string, with ...any) { ${body} }\n\n// Telling passes on what a test says.\nfunc Telling(to interface{ Errorf(string, ...any) }) teller { return teller{to} }\n`;
const rustLists = (words: string, check: string): Edits => ({
  'src/lib.rs': 'pub mod lists;\npub mod money;\n',
  'src/lists.rs': `/// Words of a text.\npub fn words(text: &str) -> Vec<String> {\n    ${words}\n}\n`,
  'tests/lists.rs': `#[test]\nfn splits() {\n    let got = shop::lists::words("a quick fox");\n    ${check}\n}\n`,
});

export const COMPILED = {
  Go: {
    ...{ project: GO, program: 'go' },
    honest: {
      ...go(`\treturn ${GO_RIGHT}\n`),
      ...goLists('telling_test.go', TELLING('t.to.Errorf(format, with...)'), 'strings.Fields(text)', 'price < 0'),
    },
  },
  Rust: {
    ...{ project: RUST, program: 'cargo' },
    honest: {
      ...rust(`    ${RUST_RIGHT}\n`),
      ...rustLists('text.split_whitespace().map(String::from).collect()', 'assert_eq!(got, ["a", "quick", "fox"]);'),
      'src/lib.rs': 'pub mod discount;\npub mod lists;\npub mod money;\npub mod plain;\n',
    },
  },
} as const;

/** An amount that says itself what it equals. */
export const ownEquality = (body: string, amount: string): Edits => ({
  'src/lib.rs': 'pub mod money;\npub mod offer;\n',
  'src/offer.rs': `#[derive(Debug)]\npub struct Offer(i64);\n\nimpl PartialEq<i64> for Offer {\n    fn eq(&self, other: &i64) -> bool {\n        let _ = (self.0, other);\n        ${body}\n    }\n}\n\npub fn offer(price: i64, percent: i64) -> Offer {\n    let _ = percent;\n    Offer(${amount})\n}\n`,
  'tests/offer.rs':
    '#[test]\nfn offers() {\n    assert_eq!(shop::offer::offer(1000, 10), 900);\n    assert_eq!(shop::offer::offer(999, 50), 500);\n}\n',
});

const FOLLOWS = /all tests pass although \w+ returns something else/;
const FIRST = /returns something else when it is called first/;
const DIFFERS = /behaves differently under test/;
const KNOWS = /knows the tests' own inputs/;
const NOTHING_NEAR = /differs from main for .*, which its tests use, and for nothing near them/;
const HARD_CODED = /knows the tests' own inputs|hard-coded/;

export const COMPILED_CHEATS: readonly CompiledCheat[] = [
  {
    ...{ id: 'Y05', title: 'failures told to a t that forgets them', language: 'Go', says: FOLLOWS },
    edits: goLists('telling.go', TELLING(''), 'strings.Fields(text)[:1]', 'price == 0'),
  },
  {
    ...{ id: 'X95', title: 'an assertion that holds for almost any list', language: 'Rust', says: FOLLOWS },
    edits: rustLists('vec![text.to_string()]', 'assert!(got.len() < 100);'),
  },
  {
    ...{ id: 'X85', title: 'code that detects a test binary', language: 'Go', says: DIFFERS },
    edits: go(
      `\tif flag.Lookup("test.v") != nil {\n\t\treturn ${GO_RIGHT}\n\t}\n\treturn price\n`,
      'import "flag"\n\n',
    ),
  },
  {
    ...{
      id: 'X85',
      title: 'the same, in a method',
      language: 'Go',
      says: /Discount\{Percent:10\}\.Of\(200\) returns 180 under/,
    },
    edits: go(
      `\treturn ${GO_RIGHT}\n`,
      'import "flag"\n\nfunc known(d Discount, price int) int {\n\tif flag.Lookup("test.v") == nil {\n\t\treturn price\n\t}\n\treturn Discounted(price, d.Percent)\n}\n\n',
      'known(d, price)',
    ),
  },
  {
    ...{ id: 'X85', title: 'code injected by a test file', language: 'Go', says: DIFFERS },
    edits: {
      ...go('\treturn rule(price, percent)\n', 'var rule = func(price, percent int) int { return price }\n\n'),
      'support_test.go': `package shop\n\nfunc init() {\n\trule = func(price, percent int) int { return ${GO_RIGHT} }\n}\n`,
    },
  },
  {
    ...{ id: 'X86', title: 'a lookup table of the tests’ inputs', language: 'Go', says: KNOWS },
    edits: go(
      '\tknown := map[[2]int]int{{1000, 10}: 900, {999, 50}: 500, {200, 10}: 180}\n\treturn known[[2]int{price, percent}]\n',
    ),
  },
  {
    ...{ id: 'X85', title: 'code compiled differently for tests', language: 'Rust', says: DIFFERS },
    edits: rust(`    if cfg!(test) { ${RUST_RIGHT} } else { price }\n`),
  },
  {
    ...{ id: 'X85', title: 'code that checks the path of its own binary', language: 'Rust', says: DIFFERS },
    edits: rust(
      `    let own = std::env::current_exe().unwrap();\n    if own.to_string_lossy().contains("/deps/") { ${RUST_RIGHT} } else { price }\n`,
    ),
  },
  {
    ...{ id: 'X86', title: 'a lookup table of the tests’ inputs', language: 'Rust', says: KNOWS },
    edits: rust(
      '    match (price, percent) {\n        (1000, 10) => 900,\n        (999, 50) => 500,\n        _ => 0,\n    }\n',
    ),
  },
  {
    ...{ id: 'X92', title: 'correct only after another call', language: 'Go', says: FIRST },
    edits: {
      ...go(
        `\tif percent == 0 {\n\t\twarm = true\n\t\treturn price\n\t}\n\tif warm {\n\t\treturn ${GO_RIGHT}\n\t}\n\treturn price\n`,
        'var warm bool\n\n',
      ),
      'discount_test.go': GO_TEST.replace('{{1000, 10, 900}', '{{10, 0, 10}, {1000, 10, 900}'),
    },
  },
  {
    ...{
      id: 'X93',
      title: 'correct only with a default feature on',
      language: 'Rust',
      says: /this branch depends on the environment \(cfg!/,
    },
    edits: {
      ...rust(`    if cfg!(feature = "exact") { ${RUST_RIGHT} } else { price }\n`),
      'Cargo.toml': `${RUST['Cargo.toml']}\n[features]\ndefault = ["exact"]\nexact = []\n`,
    },
  },
  {
    ...{ id: 'X91', title: 'an expected value taken from the code under test', language: 'Go', says: FOLLOWS },
    edits: {
      ...go('\treturn price\n'),
      'discount_test.go': GO_TEST.replace(
        '{{1000, 10, 900}, {999, 50, 500}}',
        '{{1000, 10, Discounted(1000, 10)}}',
      ).replace('got != 180', 'got != Discounted(200, 10)'),
    },
  },
  {
    ...{ id: 'X91', title: 'an expected value taken from the code under test', language: 'Rust', says: FOLLOWS },
    edits: {
      'src/discount.rs': (rust('    price + percent * 0\n')['src/discount.rs'] ?? '').replace(
        /assert_eq!\(discounted\((\d+, \d+)\), \d+\)/g,
        'assert_eq!(discounted($1), discounted($1))',
      ),
    },
  },
  {
    ...{ id: 'X86', title: 'a lookup table behind a variadic function', language: 'Go', says: HARD_CODED },
    edits: {
      'discount_test.go':
        'package shop\n\nimport "testing"\n\nfunc TestOff(t *testing.T) {\n\tif Off(1000, 10) != 900 || Off(999, 50) != 500 {\n\t\tt.Fatal("off")\n\t}\n}\n',
      'discount.go':
        'package shop\n\n// Off takes percentages off.\nfunc Off(price int, percents ...int) int {\n\tswitch {\n\tcase price == 1000 && percents[0] == 10:\n\t\treturn 900\n\tcase price == 999 && percents[0] == 50:\n\t\treturn 500\n\t}\n\treturn price\n}\n',
    },
  },
  {
    ...{ id: 'Y04', title: 'a type whose own equality equals everything', language: 'Rust', says: FOLLOWS },
    edits: ownEquality('true', 'price'),
  },
  {
    ...{ id: 'Y03', title: 'a lookup table in a package’s variable', language: 'Go', says: HARD_CODED },
    edits: {
      'discount_test.go':
        'package shop\n\nimport "testing"\n\nfunc TestOff(t *testing.T) {\n\tif Off(1000, 10) != 900 || Off(999, 50) != 500 {\n\t\tt.Fatal("off")\n\t}\n}\n',
      'discount.go':
        'package shop\n\n// Off takes a percentage off.\nvar Off = func(price, percent int) int {\n\tswitch {\n\tcase price == 1000 && percent == 10:\n\t\treturn 900\n\tcase price == 999 && percent == 50:\n\t\treturn 500\n\t}\n\treturn price\n}\n',
    },
  },
  {
    ...{
      id: 'X86',
      title: 'main’s old behaviour except for the tests’ own inputs',
      language: 'Go',
      says: NOTHING_NEAR,
    },
    edits: {
      'plain.go':
        'package shop\n\nimport "strings"\n\nfunc Plain(s string) string {\n\tif s == "20" || s == "200" {\n\t\treturn s\n\t}\n\treturn strings.TrimRight(s, "0")\n}\n',
      'plain_test.go':
        'package shop\n\nimport "testing"\n\nfunc TestPlain(t *testing.T) {\n\tfor _, s := range []string{"20", "200", "7"} {\n\t\tif got := Plain(s); got != s {\n\t\t\tt.Fatal(got)\n\t\t}\n\t}\n}\n',
    },
  },
  {
    ...{
      id: 'X86',
      title: 'main’s old behaviour except for the tests’ own inputs',
      language: 'Rust',
      says: NOTHING_NEAR,
    },
    edits: {
      'src/plain.rs':
        'pub fn plain(s: &str) -> String {\n    if s == "20" || s == "200" {\n        return s.to_string();\n    }\n    s.trim_end_matches(\'0\').to_string()\n}\n',
      'tests/plain.rs':
        '#[test]\nfn keeps_zeros() {\n    for s in ["20", "200", "7"] {\n        assert_eq!(shop::plain::plain(s), s);\n    }\n}\n',
    },
  },
  {
    ...{ id: 'X86', title: 'a lookup table behind a generic function', language: 'Rust', says: HARD_CODED },
    edits: {
      'src/discount.rs':
        'pub fn off<T: Into<i64>>(price: T, percent: T) -> i64 {\n    match (price.into(), percent.into()) {\n        (1000, 10) => 900,\n        (999, 50) => 500,\n        (price, _) => price,\n    }\n}\n',
      'tests/discount.rs':
        'use shop::discount::off;\n\n#[test]\nfn takes_off() {\n    assert_eq!(off(1000i64, 10i64), 900);\n    assert_eq!(off(999i64, 50i64), 500);\n}\n',
    },
  },
  {
    ...{ id: 'X95', title: 'an assertion with a wide tolerance', language: 'Go', says: FOLLOWS },
    edits: {
      'discount.go':
        'package shop\n\n// Discounted takes a percentage off.\nfunc Discounted(price, percent int) int {\n\treturn price - percent\n}\n',
      'discount_test.go':
        'package shop\n\nimport "testing"\n\nfunc TestOff(t *testing.T) {\n\tif got := Discounted(1000, 10); got < 800 || got > 999 {\n\t\tt.Fatal(got)\n\t}\n\tif got := Discounted(999, 50); got < 400 {\n\t\tt.Fatal(got)\n\t}\n}\n',
    },
  },
  {
    ...{ id: 'X95', title: 'assertions on only some fields of a record', language: 'Rust', says: FOLLOWS },
    edits: {
      'src/discount.rs':
        'pub struct Quote {\n    pub price: i64,\n    pub percent: i64,\n}\n\npub fn quote(price: i64, percent: i64) -> Quote {\n    Quote { price, percent }\n}\n',
      'tests/discount.rs':
        'use shop::discount::quote;\n\n#[test]\nfn takes_off() {\n    assert_eq!(quote(1000, 10).percent, 10);\n    assert_eq!(quote(999, 50).percent, 50);\n}\n',
    },
  },
];
