import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkDocuments, type DocumentsReport } from './check-documents.ts';
import type { CliCommand } from './cli/command.ts';
import { type CommandTree, openTree } from './cli/command-tree.ts';
import { shellParserOnce } from './shell-parser-once.ts';
import { askFixture, documentPath, readFixture } from './testing/help-fixture.ts';
import { PROGRAMS, plantedIn } from './testing/programs.ts';

const parser = shellParserOnce();

describe.each(PROGRAMS)('T2 docs check against the recorded help of $program ($style)', ({ program, style, names }) => {
  it('T2.1 recognises the library that printed it', async () => {
    expect((await recorded(program)).root.style).toBe(style);
  });

  it('T2.3 AC-002.2 finds every planted drift, each on its line and with its new name', async () => {
    const file = documentPath(program, 'drift');
    const text = readFileSync(file, 'utf8');
    const { findings } = await checkDocuments([{ file, text }], await recorded(program), {
      names,
      inline: true,
      parser: await parser(),
    });
    const planted = plantedIn(text);
    expect(planted.length).toBeGreaterThan(1);
    expect(
      findings.map(({ line, what, word, problem }) => `${line} ${what} ${word} ${problem === 'deprecated'}`),
    ).toEqual(planted.map(({ line, what, word, deprecated }) => `${line} ${what} ${word} ${deprecated}`));
    for (const [at, { suggestion, word }] of planted.entries()) {
      if (suggestion !== undefined) expect(findings[at]?.suggestions, word).toContain(suggestion);
    }
  });

  it('T2.6 raises no alarm on a sound document', async () => {
    const file = documentPath(program, 'sound');
    const text = readFileSync(file, 'utf8');
    const options = { names, inline: true, parser: await parser() };
    const report = await checkDocuments([{ file, text }], await recorded(program), options);
    expect(report.findings).toEqual([]);
    expect(report.unjudged).toEqual([]);
    // Commands that are not read raise no alarm either: the document says how many commands it has.
    expect(report.commands).toBe(Number(/<!-- commands: (\d+) -->/.exec(text)?.[1]));
  });

  it('raises no alarm on any command and option that the help itself lists', async () => {
    const tree = await recorded(program);
    const lines = (await tree.all()).flatMap((command) => everyUse(tree.program, command));
    const { findings, commands } = await checkScript(tree, lines);
    expect(findings.filter(({ problem }) => problem !== 'deprecated').map(({ message }) => message)).toEqual([]);
    expect(commands).toBe(lines.length);
  });

  it('finds each subcommand and long option of the help again when it is misspelt', async () => {
    const tree = await recorded(program);
    const lines = (await tree.all()).flatMap((command) => everyMisspelling(tree.program, command));
    const { findings } = await checkScript(tree, lines);
    const found = new Set(findings.map(({ line }) => line));
    expect(lines.filter((_, at) => !found.has(at + 2))).toEqual([]);
  });
});

async function recorded(program: string): Promise<CommandTree> {
  const opened = await openTree(program, askFixture(readFixture(program)));
  if (!opened.ok) throw new Error(opened.why);
  return opened.tree;
}

const checkScript = async (tree: CommandTree, lines: readonly string[]): Promise<DocumentsReport> => {
  const document = { file: 'script.md', text: ['```sh', ...lines, '```'].join('\n') };
  return checkDocuments([document], tree, { names: [tree.program], inline: false, parser: await parser() });
};

function everyUse(program: string, { path, options, commands }: CliCommand): string[] {
  const name = [program, ...path].join(' ');
  const uses = options.flatMap((option) =>
    option.names.flatMap((one) =>
      option.arity === 'required' && one.startsWith('--')
        ? [`${name} ${one}=x`, `${name} ${one} x`]
        : [`${name} ${one}`],
    ),
  );
  return [...uses, ...commands.flatMap((entry) => [entry.name, ...entry.aliases].map((one) => `${name} ${one}`))];
}

/** Two letters put in before the end: no prefix of anything, and no word of its own. */
function everyMisspelling(program: string, command: CliCommand): string[] {
  const name = [program, ...command.path].join(' ');
  const options = command.options.flatMap(({ names }) => names.filter((one) => one.startsWith('--') && one.length > 6));
  // Where a word may also be an argument, only likely slips are called drift: those are planted by hand.
  const closed = command.takesArguments === 'no' && !command.commands.some(({ isDefault }) => isDefault);
  const commands = closed ? command.commands.map((entry) => entry.name).filter((one) => one.length > 3) : [];
  return [...options, ...commands].map((one) => `${name} ${one.slice(0, -2)}qq${one.slice(-2)}`);
}
