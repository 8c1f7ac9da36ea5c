import { expect, it } from 'vitest';
import type { DiffFile } from '#contracts/workspace.ts';
import type { ProjectRunner } from '../../tree-runner.ts';
import { BROKEN_LANGUAGES, type BrokenLanguage } from './broken-languages.ts';
import { changedFunctions } from './changed-functions.ts';

const TEXT = `package sizes

var Human = func(bytes int64) string {
	inner := func() string { return "B" }
	return inner()
}

var (
	units  = []string{"B"}
	Parse func(text string) int = func(text string) int { return len(text) }
)

func Pad(text string) string {
	local := func() string { return text }
	return local()
}
`;

it('G3.3 a Go package’s variable that holds a function is one, and a variable inside a function is not', async () => {
  const file = { path: 'sizes/human.go', truncated: true, hunks: [] } as unknown as DiffFile;
  const runner = { runner: 'go test', root: '.' } as unknown as ProjectRunner;
  const { functions } = await changedFunctions(file, TEXT, BROKEN_LANGUAGES['go test'] as BrokenLanguage, runner);
  expect(functions.map(({ name, line, asked }) => [name, line, asked?.name, asked?.parameters.length])).toEqual([
    ['Human', 3, 'Human', 1],
    ['Parse', 10, 'Parse', 1],
    ['Pad', 13, 'Pad', 1],
  ]);
  for (const { edit } of functions) expect(TEXT[edit.start - 1]).toBe('{');
});
