import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openShellParser } from '#code/shell-tree.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { check } from './check.ts';
import { type CorpusCommand, readCorpus } from './corpus.ts';
import { rewrite } from './rewrite.ts';
import { need, runAll } from './testing/shells.ts';

// Some five hundred processes on a shared machine.
vi.setConfig({ testTimeout: 240_000 });
const parser = await openShellParser();
afterAll(() => parser.close());
const corpus = readCorpus();

/** The grammar reads one here-document a line; saying so is right, calling it POSIX would be a guess. */
const NOT_UNDERSTOOD = new Set(['cat <<A <<B\nfirst\nA\nsecond\nB']);

describe('T4 the corpus', () => {
  it('has at least 300 commands, about half of them POSIX, none twice', () => {
    const posix = corpus.filter((entry) => entry.posix).length;
    expect(corpus.length).toBeGreaterThanOrEqual(300);
    expect(posix / corpus.length).toBeGreaterThan(0.4);
    expect(posix / corpus.length).toBeLessThan(0.6);
    expect(new Set(corpus.map(({ text }) => text)).size).toBe(corpus.length);
  });

  it('T4.1 AC-004.1 agrees with every label: the verdict, and exactly the constructs named', () => {
    const wrong = corpus.flatMap((entry) => {
      const { verdict, findings } = check(parser.parse(entry.text));
      const constructs = [...new Set(findings.map(({ construct }) => construct))].toSorted();
      const expected = NOT_UNDERSTOOD.has(entry.text) ? 'unsure' : entry.posix ? 'posix' : 'not-posix';
      const right = verdict === expected && constructs.join() === entry.constructs.join();
      return right ? [] : [{ text: entry.text, verdict, expected, constructs, labelled: entry.constructs }];
    });
    expect(wrong).toEqual([]);
  });

  const checkers = need('checkbashisms', 'shellcheck');
  it.skipIf(checkers.skip)(`agrees with checkbashisms and shellcheck where they agree${checkers.why}`, () => {
    const judged = judge(corpus);
    const agreeing = judged.filter(({ checkbashisms, shellcheck }) => checkbashisms === shellcheck);
    const against = agreeing.filter(({ entry, shellcheck }) => check(parser.parse(entry.text)).verdict !== shellcheck);
    const share = 1 - against.length / agreeing.length;
    console.log(
      `shell check: ${corpus.length} commands; the two checkers agree on ${agreeing.length}; we agree with them on ` +
        `${agreeing.length - against.length} (${(share * 100).toFixed(2)} %); against both:\n` +
        against.map(({ entry, shellcheck }) => `  they say ${shellcheck}: ${JSON.stringify(entry.text)}`).join('\n'),
    );
    expect(share).toBeGreaterThanOrEqual(0.98);
  });

  const shells = need('dash', 'bash');
  const rewritten = corpus.flatMap((entry) => {
    const result = entry.posix ? null : rewrite(parser.parse(entry.text), parser);
    return result ? [{ entry, text: result.text }] : [];
  });

  it.skipIf(shells.skip)(
    `T4.2 AC-004.1 every rewrite runs in dash and bash as the original in bash${shells.why}`,
    () => {
      const run = rewritten.filter(({ entry }) => entry.run);
      const outcomes = runAll(
        run.flatMap(({ entry, text }) => [
          { shell: 'bash', text: entry.text },
          { shell: 'bash', text },
          { shell: 'dash', text },
        ]),
      );
      const differing = run.flatMap(({ entry, text }, at) => {
        const [original, bash, dash] = outcomes.slice(3 * at);
        const same = [bash, dash].every((outcome) => JSON.stringify(outcome) === JSON.stringify(original));
        return same ? [] : [{ original: entry.text, text, outcomes: { original, bash, dash } }];
      });
      const notPosix = corpus.filter((entry) => !entry.posix).length;
      console.log(
        `shell check: ${rewritten.length} of ${notPosix} rewritten; ${run.length} executed; ${differing.length} differ`,
      );
      expect(differing).toEqual([]);
      expect(run.length).toBeGreaterThan(140);
    },
  );

  it('a rewrite is POSIX by our own check, and a rewrite of it is itself', () => {
    for (const { text } of rewritten) {
      expect.soft(check(parser.parse(text)).verdict, text).toBe('posix');
      expect.soft(rewrite(parser.parse(text), parser)?.text).toBe(text);
    }
  });
});

interface Judged {
  readonly entry: CorpusCommand;
  readonly checkbashisms: 'posix' | 'not-posix';
  readonly shellcheck: 'posix' | 'not-posix';
}

/** Besides the SC3xxx family these say "not in sh": the function keyword and `;&`. */
const SH_CODES = new Set([2112, 2113, 2127]);

function judge(entries: readonly CorpusCommand[]): Judged[] {
  const folder = tempFolder();
  const files = entries.map(({ text }, i) => {
    const file = join(folder, `${i}.sh`);
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    return file;
  });
  const options = { maxBuffer: 64 * 1024 * 1024, encoding: 'utf8' } as const;
  const bashisms = spawnSync('checkbashisms', ['--posix', '--force', ...files], options).stderr;
  const flagged = new Set([...bashisms.matchAll(/^possible bashism in (\S+) line/gm)].map(([, file]) => file));
  const comments: { file: string; code: number }[] = JSON.parse(
    spawnSync('shellcheck', ['-s', 'sh', '-f', 'json', ...files], options).stdout,
  );
  const isAbout = (code: number): boolean => (code >= 3000 && code < 4000) || SH_CODES.has(code);
  const commented = new Set(comments.filter(({ code }) => isAbout(code)).map(({ file }) => file));
  return entries.map((entry, i) => ({
    entry,
    checkbashisms: flagged.has(files[i]) ? 'not-posix' : 'posix',
    shellcheck: commented.has(files[i] ?? '') ? 'not-posix' : 'posix',
  }));
}
