import { describe, expect, it } from 'vitest';
import { markGo, markRust } from './mark-checks.ts';

const mark = { nonce: 'n', pipe: '/tmp/x/p', key: 'k1' };

describe('G3 checks of compiled tests', () => {
  it('of Go report the `if` before them, in tests alone', async () => {
    const text = `package shop

func TestA(t *testing.T) {
	if got := F(1); got != 2 {
		t.Fatal("a")
	} else if got == 3 {
		t.Error("b")
	}
	for _, c := range cases {
		if F(c) != 1 {
			t.Errorf("c")
		}
	}
	assert.Equal(t, F(1), 2)
	t.Fatal("nobody gets here")
}

func BenchmarkA(b *testing.B) {
	if F(1) != 2 {
		b.Fatal("d")
	}
}
`;
    const made = await markGo('a/x_test.go', text, mark);
    expect(made.checks.map(({ line }) => line)).toEqual([4, 10, 14]);
    const written = made.edits.get('a/x_test.go') ?? '';
    expect(written.split('\n')).toHaveLength(text.split('\n').length);
    expect(written).toMatch(/k1\("c\S+"\); if got := F\(1\); got != 2 \{/);
    expect(made.edits.get('a/k1shop_test.go')).toMatch(/^package shop\n/);
  });

  it('of Rust report each `assert!` that held', async () => {
    const text = `fn helper() {
    assert!(true);
}

#[test]
fn a() {
    assert_eq!(f(1), 2);
    let _ = std::panic::catch_unwind(|| assert!(f(2)));
}

#[test]
#[ignore]
fn b() {
    assert!(f(3));
}
`;
    const made = await markRust('tests/a.rs', text, mark);
    expect(made.checks.map(({ line }) => line)).toEqual([7, 8]);
    expect(made.edits.get('tests/a.rs')).toContain('{ assert_eq!(f(1), 2); #[allow(warnings)] {');
  });
});
