import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { honest, hostedRun, type Script } from './hosted-rig.ts';

const [DRAFT, STATE, EDITED] = ['ACTIVE_PR.json', 'ORCHESTRATION_STATE.json', 'ACTIVE_PR.edited.json'] as const;
const SECRET = '{"key": "hidden"}\n';
const HOOK = '#!/bin/sh\n';

/** Files of the person, beside the workspace; an agent may know their paths. */
function person(): { folder: string; secret: string; hook: string } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-person-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [secret, hook] = [join(folder, DRAFT), join(folder, 'pre-commit')];
  writeFileSync(secret, SECRET);
  writeFileSync(hook, HOOK);
  chmodSync(hook, 0o755);
  return { folder, secret, hook };
}

interface Plant {
  readonly in: RegExp;
  does(assay: string): void;
  readonly code: string;
  readonly says: RegExp;
}

describe('G9.3 a hosted agent plants something where Assay reads and writes outside of the sandbox', () => {
  it('X67: none of the person’s files is read, written or run; each trap is named, and honest work continues', async () => {
    const { folder, secret, hook } = person();
    const plants = plantsOn(folder, secret, hook);
    const open = [...plants];
    const script: Script = (task) => {
      const next = open[0];
      if (task.agent === 'reviewer' || !next?.in.test(task.prompt)) return honest(task);
      open.shift();
      return { does: (workspace) => next.does(join(workspace, '.assay')), claim: { summary: 'done' } };
    };
    const { result, state, refusals } = await hostedRun('- [ ] feat: add numbers\n', script);
    expect(result, JSON.stringify({ state, refusals }, null, 1)).toMatchObject({ status: 'completed' });
    expect(refusals.map(({ code }) => code)).toEqual(plants.map(({ code }) => code));
    for (const [n, { says }] of plants.entries()) expect(refusals[n]?.message).toMatch(says);
    expect(JSON.stringify(refusals)).not.toContain('hidden');
    expect([readFileSync(secret, 'utf8'), readFileSync(hook, 'utf8')]).toEqual([SECRET, HOOK]);
    expect(readdirSync(folder).sort()).toEqual([DRAFT, 'pre-commit']);
  }, 300_000);
});

/** Honest work lies between them: an agent that only ever plants is stopped. */
const plantsOn = (folder: string, secret: string, hook: string): readonly Plant[] => [
  {
    in: /# INITIALIZING/,
    does: (assay) => symlinkSync(secret, join(assay, DRAFT)),
    code: 'DRAFT_UNFIT',
    says: /ACTIVE_PR\.json is a link/,
  },
  {
    in: /## RED/,
    does: (assay) => {
      // The text of the edit would become the hook, and run.
      symlinkSync(hook, join(assay, EDITED));
      writeFileSync(join(assay, DRAFT), '[\n"$(touch pwned)"\n]');
    },
    code: 'VIEW_EDITED',
    says: /touch pwned/,
  },
  {
    in: /## RED/,
    does: (assay) => {
      unlinkSync(join(assay, DRAFT));
      symlinkSync(secret, join(assay, DRAFT));
    },
    code: 'VIEW_PLANTED',
    says: /^\.assay\/ACTIVE_PR\.json is a link/,
  },
  {
    in: /## RED/,
    does: (assay) => {
      unlinkSync(join(assay, STATE));
      spawnSync('mkfifo', [join(assay, STATE)]);
    },
    code: 'VIEW_PLANTED',
    says: /^\.assay\/ORCHESTRATION_STATE\.json is neither a file nor a folder/,
  },
  {
    in: /## GREEN/,
    does: (assay) => truncateSync(join(assay, DRAFT), 2 ** 40),
    code: 'VIEW_PLANTED',
    says: /larger than/,
  },
  {
    in: /## GREEN/,
    does: (assay) => {
      renameSync(assay, `${assay}.kept`);
      symlinkSync(folder, assay);
    },
    code: 'VIEW_PLANTED',
    says: /^\.assay is a link/,
  },
  {
    in: /## GREEN/,
    // Restored, as the refusal says; then the work continues.
    does: (assay) => {
      unlinkSync(assay);
      renameSync(`${assay}.kept`, assay);
      writeFileSync(join(assay, DRAFT), '{}');
    },
    code: 'VIEW_EDITED',
    says: /was edited/,
  },
];
