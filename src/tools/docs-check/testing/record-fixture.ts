/**
 * Records a program's help: node src/tools/docs-check/testing/record-fixture.ts PROGRAM "PACKAGE VERSION" [COMMAND …]
 * With commands named, their help (and git's manual of them) only; without, the whole tree.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '#host/find-system.ts';
import { askProgram } from '../cli/ask-program.ts';
import { openTree } from '../cli/command-tree.ts';
import { mentionedOptions } from '../help/option-names.ts';
import { fixturePath, writeFixture } from './help-fixture.ts';

const [program = '', source = '', ...wanted] = process.argv.slice(2);
const { PATH = '' } = process.env;
const folder = await mkdtemp(join(tmpdir(), 'record-help-'));
const answers = new Map<string, string>();
try {
  const ask = askProgram({
    path: findOnPath(program, { PATH }) ?? program,
    folder,
    env: { PATH, HOME: folder },
    timeoutMs: 30_000,
    signal: new AbortController().signal,
  });
  const opened = await openTree(program, async (args) => {
    const answer = await ask(args);
    if (answer.ok) answers.set(args.join(' '), trimmed(args, answer.text));
    return answer;
  });
  if (!opened.ok) throw new Error(opened.why);
  if (wanted.length === 0) await opened.tree.all();
  for (const name of wanted) {
    const command = await opened.tree.command([name]);
    for (const child of command?.commands ?? []) await opened.tree.command([name, child.name]);
    await opened.tree.manual([name]);
  }
  await writeFile(fixturePath(program), writeFixture({ program, source, answers }));
  console.log(program, answers.size, opened.tree.unread);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** No places of this machine and no authors; of a manual or a list of settings only the names, which is all that is read of them. */
function trimmed(args: readonly string[], text: string): string {
  if (args[0] === 'config' && args.includes('--json')) {
    const names = Object.keys(JSON.parse(text)).sort();
    return JSON.stringify(Object.fromEntries(names.map((name) => [name, null])));
  }
  const plain = text
    .replaceAll(folder, '/home/someone')
    .replaceAll(userInfo().homedir, '/home/someone')
    .replace(/\n\nExternal commands\n[\s\S]*$/, '') // what else this machine has
    .replace(/^\w[^\n<>]* <[^<>@\s]+@[^<>\s]+>\n/m, '');
  if (program !== 'git' || args.at(-1) !== '--help' || args.length === 1) return plain;
  const handsOn = /git-log\(1\)|<log-options>|<diff-options>|git-rev-list\(1\)|git-diff\(1\)/.exec(text)?.[0] ?? '';
  return `NAME\n(the options this manual names)\n${[...mentionedOptions(text)].sort().join(' ')}\n${handsOn}`;
}
