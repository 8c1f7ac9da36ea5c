import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { mentionNote, mentionsIn } from './mentions.ts';

const KNOWN = { agents: new Set(['adversary']), skills: new Set(['forms']), sources: new Set(['tracker']) };

it('C10.21 finds agents, sources, skills and files, once each', () => {
  const text = 'Let @adversary look at @src/a.ts, with @tracker and @forms. (@adversary!) Write to me@example.com.';
  expect(mentionsIn(text, KNOWN)).toEqual([
    { name: 'adversary', kind: 'agent' },
    { name: 'src/a.ts', kind: 'file' },
    { name: 'tracker', kind: 'source' },
    { name: 'forms', kind: 'skill' },
  ]);
});

it('C10.21 tells the agent what a name refers to, and nothing about missing ones', async () => {
  const project = mkdtempSync(join(tmpdir(), 'assay-mentions-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  mkdirSync(join(project, 'src'));
  writeFileSync(join(project, 'src/a.ts'), '');
  const note = await mentionNote(mentionsIn('@src/a.ts @tracker @nobody @../../etc/passwd', KNOWN), project);
  expect(note).toBe(
    '<mentioned>\n@src/a.ts is the file src/a.ts of this project.\n@tracker is a source: the names of its tools begin with tracker__.\n</mentioned>',
  );
  expect(await mentionNote(mentionsIn('hello @nobody', KNOWN), project)).toBe('');
});
