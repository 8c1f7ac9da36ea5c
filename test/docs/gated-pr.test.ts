import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '#agents/known/known-agents.ts';
import { gatedPrTools } from '#app/gated-pr/tools/tools.ts';
import { ERROR_CODES } from '#contracts/errors.ts';
import { Status } from '#workflows/gated-pr/state.ts';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/gated-pr.md'), 'utf8');

/** Files whose refusals reach an agent. */
const SOURCES = [
  'src/gates/{proofs,tamper,command,inventory,challenge,watched}/**/*.ts',
  'src/gates/{leftovers,unproven,dependency-requests}.ts',
  'src/contracts/unfit-files.ts',
  'src/workflows/gated-pr/**/*.ts',
  'src/app/gated-pr/**/*.ts',
];

/** Words in capitals that are no reasons. */
const WORDS = new Set([
  ...Status.options,
  ...Object.keys(ERROR_CODES).filter((code) => !page.includes(`\`${code}\``)),
  ...[
    'HOME',
    'HEAD',
    'NFC',
    'NFKD',
    'SSH_AUTH_SOCK',
    'XDG_CONFIG_HOME',
    'RED',
    'GREEN',
    'REFACTOR',
    'FIX',
    'PASS',
    'FAIL',
  ],
  ...['TODO', 'DONE', 'ERROR', 'IN_PROGRESS', 'SUCCESS', 'FAILURE', 'NEEDS_ANALYSIS', 'RUNNING'],
  // What gh says of a pull request.
  ...['OPEN', 'CLOSED', 'MERGED', 'COMPLETED', 'HOST'],
]);

describe('G9 docs/gated-pr.md', () => {
  it('G3.24 names every reason that the source can give, and no other', () => {
    const files = globSync(SOURCES, { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'));
    const used = new Set(
      files.flatMap((path) =>
        [...readFileSync(join(ROOT, path), 'utf8').matchAll(/'([A-Z]{2,}(?:_[A-Z]+)*)'/g)].map(([, code = '']) => code),
      ),
    );
    const reasons = [...used].filter((code) => !WORDS.has(code));
    expect(reasons.length).toBeGreaterThan(40);
    expect(reasons.filter((code) => !page.includes(`\`${code}\``)).sort()).toEqual([]);
    const table = page.slice(page.indexOf('## Reasons'), page.indexOf('A failure of git,'));
    const listed = [...table.matchAll(/`([A-Z]{2,}(?:_[A-Z]+)*)`/g)].map(([, code = '']) => code);
    expect(listed.filter((code) => !used.has(code)).sort()).toEqual([]);
  });

  it('names every state, every tool and every client', () => {
    const none = () => Promise.reject(new Error('not opened'));
    const tools = gatedPrTools(none).map(({ name }) => name);
    expect([...Status.options, ...tools].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    const connect = readFileSync(join(ROOT, 'docs/connect.md'), 'utf8');
    expect(Object.keys(CLIENTS).filter((name) => !connect.includes(`assay connect ${name}`))).toEqual([]);
  });

  it('G9.2 has the promised table of guarantees', () => {
    for (const row of GUARANTEES) expect(page).toContain(row);
  });
});

const GUARANTEES = [
  '| verdict made by our own run, on our own checkout of the exact tree, config from the base commit | yes | yes |',
  '| tests, config, scripts, history compared with the base | yes | yes |',
  '| the agent cannot touch the log, the gate, other workspaces | enforced by the sandbox | detected where possible (log is hash-chained, outside the repository); same uid, so not enforced |',
  '| the agent cannot run tests itself | runners are refused by the command policy; what it runs anyway is never evidence | asked for; client hooks offered as help |',
  "| outer git (branch, merge, push) | Assay only | Assay, in the person's checkout, never over their uncommitted work |",
];
