import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOnPath } from '#host/find-system.ts';
import { checkDocuments } from './check-documents.ts';
import { askProgram } from './cli/ask-program.ts';
import type { CliCommand } from './cli/command.ts';
import { openTree } from './cli/command-tree.ts';
import { shellParserOnce } from './shell-parser-once.ts';
import { askFixture, documentPath, readFixture } from './testing/help-fixture.ts';
import { PROGRAMS, plantedIn } from './testing/programs.ts';

const env = { PATH: process.env.PATH ?? '' };
const parser = shellParserOnce();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-live-help-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(PROGRAMS)('T2 docs check against the live $program', ({ program, style, names, always }) => {
  const path = findOnPath(program, env);
  const reason = skipReason(program, path, always);

  it.skipIf(reason !== '')(`reads its commands and judges both documents${reason}`, async () => {
    const ask = askProgram({
      path: path ?? program,
      folder: await mkdtemp(join(folder, 'empty-')),
      env: { ...env, HOME: folder },
      timeoutMs: 30_000,
      signal: new AbortController().signal,
    });
    const opened = await openTree(program, ask);
    if (!opened.ok) throw new Error(opened.why);
    const { tree } = opened;
    expect(tree.root.style).toBe(style);
    expect(tree.root.options.length + tree.root.commands.length).toBeGreaterThan(2);

    const recorded = await openTree(program, askFixture(readFixture(program)));
    // git shows most options of `log` in its manual only, which a machine may lack.
    const whole = style !== 'git' || (await tree.manual(['log'])) !== null;
    const same = whole && recorded.ok && rootsAgree(recorded.tree.root, tree.root);
    const judge = async (kind: 'sound' | 'drift') => {
      const file = documentPath(program, kind);
      const text = await readFile(file, 'utf8');
      return {
        text,
        ...(await checkDocuments([{ file, text }], tree, { names, inline: true, parser: await parser() })),
      };
    };
    const drifted = await judge('drift');
    // A newer version may have an option that the documents invent; its help must be read and judged all the same.
    expect(drifted.findings.length).toBeGreaterThan(0);
    if (!same)
      return console.warn(`${program} differs from what was recorded: its documents were not judged line by line`);
    expect(drifted.findings.map(({ line, word }) => `${line} ${word}`)).toEqual(
      plantedIn(drifted.text).map(({ line, word }) => `${line} ${word}`),
    );
    expect((await judge('sound')).findings).toEqual([]);
  });
});

/** The machine may have more commands (`git-lfs` on PATH); what was recorded has to be there unchanged. */
function rootsAgree(recorded: CliCommand, live: CliCommand): boolean {
  const names = new Set(live.commands.map(({ name }) => name));
  return (
    recorded.commands.every(({ name }) => names.has(name)) &&
    JSON.stringify(recorded.options) === JSON.stringify(live.options)
  );
}

function skipReason(program: string, path: string | null, always: boolean): string {
  if (path === null) return ` (skipped: ${program} is not installed; recorded from ${readFixture(program).source})`;
  return always || process.env.ASSAY_SOAK ? '' : ' (skipped: only with ASSAY_SOAK=1)';
}
