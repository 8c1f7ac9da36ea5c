import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolContext } from '#contracts/tool.ts';
import { docsReferenceTool } from './reference-tool.ts';
import { docsCheckTool } from './tool.ts';

const COMMANDER = import.meta.resolve('commander');
let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-docs-tool-'));
  await mkdir(join(root, 'bin'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const context = (): ToolContext => ({
  cwd: root,
  env: { PATH: process.env.PATH ?? '', HOME: root },
  signal: new AbortController().signal,
  progress: () => undefined,
});

/** A real program made with commander. */
async function program(name: string, define: string): Promise<void> {
  const source = [
    `#!${process.execPath}`,
    `import { Command } from ${JSON.stringify(COMMANDER)};`,
    `const program = new Command(${JSON.stringify(name)});`,
    define,
    'program.parse();',
  ];
  await writeFile(join(root, 'bin', name), source.join('\n'));
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  await chmod(join(root, 'bin', name), 0o755);
}

const document = (name: string, lines: readonly string[]): Promise<void> =>
  writeFile(join(root, name), lines.join('\n'));

async function check(input: Record<string, unknown>) {
  const tool = docsCheckTool();
  return tool.run(tool.input.parse(input), context());
}

const PARSER = [
  "const charts = program.command('pt07').description('charts');",
  "charts.command('entity-count').alias('ec').description('count entities').requiredOption('--db <path>', 'the database').option('--old', '(deprecated, use --db instead)');",
  "charts.command('cycles').description('find cycles').argument('[file]').addHelpText('after', '\\nExamples:\\n  parser pt07 cycles a.txt\\n  parser pt07 circles a.txt');",
].join('\n');

describe('T2 docs check', () => {
  it('T2.1 AC-002.1 extracts the actual subcommands from the --help of the binary', async () => {
    await program('parser', PARSER);
    const tool = docsReferenceTool();
    const result = await tool.run(tool.input.parse({ program: 'parser' }), context());
    if (!result.ok) throw new Error(result.error.message);
    expect(result.output.style).toBe('commander');
    expect([...result.output.markdown.matchAll(/^##? `(.*)`$/gm)].map(([, name]) => name)).toEqual([
      'parser',
      'parser pt07',
      'parser pt07 cycles',
      'parser pt07 entity-count',
    ]);
    expect(result.output.markdown).toContain('`--db <path>`');
    expect(result.output.markdown).toContain('Also: `ec`');
  });

  it('AC-002.2 detects that a command was renamed when the CLI changes', async () => {
    await document('README.md', ['```sh', 'parser pt07 render-entity-count-bar-chart --db x', '```']);
    await program(
      'parser',
      "program.command('pt07').command('render-entity-count-bar-chart').requiredOption('--db <path>');",
    );
    const before = await check({ program: 'parser' });
    expect(before).toMatchObject({ ok: true, output: { drift: 0, commands: 1 } });

    await program('parser', PARSER);
    const after = await check({ program: 'parser' });
    expect(after).toMatchObject({
      ok: true,
      output: {
        drift: 1,
        findings: [{ file: 'README.md', line: 2, problem: 'renamed', suggestions: ['entity-count'] }],
      },
    });
  });

  it('T2.5 AC-002.3 answers with a drift count that fails CI and a diff that can be applied', async () => {
    await program('parser', PARSER);
    await document('README.md', ['# Use', '', '```console', '$ parser pt07 entity-cuont --db x', '3 entities', '```']);
    const result = await check({ program: 'bin/parser', files: ['README.md'] });
    if (!result.ok) throw new Error(result.error.message);
    expect(result.output.drift).toBe(1);
    expect(result.text?.split('\n')).toEqual([
      'README.md:4: parser pt07 has no subcommand "entity-cuont"; did you mean "entity-count"?',
      '  - parser pt07 entity-cuont --db x',
      '  + parser pt07 entity-count --db x',
      '',
      'drift: 1',
      'checked: 1 command of parser in 1 shell block and the inline code of 1 file (its help: commander style)',
    ]);
  });

  it('T2.4 AC-002.4 shows only examples whose commands exist, and no drift in its own output', async () => {
    await program('parser', PARSER);
    const tool = docsReferenceTool();
    const result = await tool.run(tool.input.parse({ program: 'parser' }), context());
    if (!result.ok) throw new Error(result.error.message);
    expect(result.output.markdown).toContain('parser pt07 cycles a.txt');
    expect(result.output.markdown).not.toContain('circles');
    expect(result.output).toMatchObject({ examples: 1, refused: ['parser pt07 circles a.txt'] });
    await document('reference.md', result.output.markdown.split('\n'));
    expect(await check({ program: 'parser', files: ['reference.md'] })).toMatchObject({
      ok: true,
      output: { drift: 0 },
    });
  });

  it('T2.3 knows aliases, deprecated options, arguments that are not taken, and the way to a moved command', async () => {
    await program('parser', PARSER);
    await document('a.md', [
      'Say `parser pt07 ec --db x` or `parser cycles`, not `parser pt07 entity-count --old` or `parser pt07 ec stray`.',
      'In prose `--nonsense` and `other parser nonsense` are not judged.',
    ]);
    const result = await check({ program: 'parser' });
    if (!result.ok) throw new Error(result.error.message);
    expect(result.output.findings.map(({ problem, word, suggestions }) => [problem, word, ...suggestions])).toEqual([
      ['renamed', 'cycles', 'pt07 cycles'],
      ['deprecated', '--old', '--db'],
      ['unknown', 'stray'],
    ]);
    expect(await check({ program: 'parser', inline: false })).toMatchObject({
      ok: true,
      output: { drift: 0, commands: 0 },
    });
  });

  it('leaves out parts that a marker skips, and says so', async () => {
    await program('parser', PARSER);
    await document('a.md', [
      '<!-- docs-check: skip -->',
      '```sh',
      'parser nonsense',
      '```',
      '',
      '```sh',
      'parser pt07',
      '```',
    ]);
    const result = await check({ program: 'parser' });
    expect(result).toMatchObject({
      ok: true,
      output: { drift: 0, commands: 1, skipped: [{ file: 'a.md', line: 2, commands: 1 }] },
    });
    expect(result.ok && result.text).toContain('skipped by marker: 1 block with 1 command (a.md:2)');
  });

  it('reports a program that is missing, silent, hung or without help', async () => {
    await document('a.md', ['x']);
    expect(await check({ program: 'no-such-program-here' })).toMatchObject({
      ok: false,
      error: { code: 'BINARY_NOT_FOUND' },
    });
    for (const [name, body] of [
      ['silent', 'exit 3'],
      ['hung', 'sleep 60'],
      ['odd', 'echo hello'],
    ] as const) {
      await writeFile(join(root, 'bin', name), `#!/bin/sh\n${body}\n`);
      await chmod(join(root, 'bin', name), 0o755);
      expect(await check({ program: name, timeoutMs: 300 })).toMatchObject({
        ok: false,
        error: { code: 'HELP_UNREADABLE' },
      });
    }
    expect(await check({ program: 'odd', files: ['missing.md'] })).toMatchObject({
      ok: false,
      error: { code: 'FILE_MISSING' },
    });
  });

  it('does not start subcommands of a program that never mentions --help', async () => {
    const trace = join(root, 'started');
    await writeFile(
      join(root, 'bin', 'careless'),
      `#!/bin/sh\necho "$@" >> ${trace}\necho 'Usage: careless COMMAND\n\nCommands:\n  deploy  ship it\n  destroy  all of it'\n`,
    );
    await chmod(join(root, 'bin', 'careless'), 0o755);
    await document('a.md', ['`careless destroy --now` and `careless destory`']);
    const result = await check({ program: 'careless', cache: false });
    expect(result).toMatchObject({ ok: true, output: { drift: 1, findings: [{ word: 'destory' }] } });
    const { readFile } = await import('node:fs/promises');
    expect(await readFile(trace, 'utf8')).toBe('--help\n');
  });

  it.each([
    ['docs-check', docsCheckTool()],
    ['docs-reference', docsReferenceTool()],
  ])('%s runs its own examples', async (_, tool) => {
    await document('a.md', ['`git status`']);
    for (const { input } of tool.examples) {
      const parsed = tool.input.parse(input);
      // The union of the two input types is not narrowed per tool; each example was parsed by its own schema.
      const result = await (tool.run as (input: unknown, context: ToolContext) => ReturnType<typeof tool.run>)(
        parsed,
        context(),
      );
      expect(result).toMatchObject({ ok: true });
      if (result.ok) expect(() => tool.output.parse(result.output)).not.toThrow();
    }
  });
});
