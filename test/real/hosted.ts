import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '#contracts/json.ts';
import { startSim } from '#sim/server.ts';
import type { Scenario, SimAnswer, SimPart } from '#sim/types.ts';
import { clean, git, take } from './checkout.ts';
import type { Entry } from './entries.ts';
import { takeTests } from './inline-tests.ts';
import type { Judged } from './prove-entry.ts';
import { must, quoted, shell } from './shell.ts';
import type { Twin } from './twins/twins.ts';

interface HostedSetting {
  readonly folder: string;
  readonly assay: string;
  readonly title: string;
  readonly env: Record<string, string>;
}

/**
 * The same commit by `assay run`: our own loop in a workspace, with a model that writes the commit's files through its
 * tools. Only the model is simulated. The second author is off: the commit has no other tests than its own.
 */
export async function playHosted(entry: Entry, twin: Twin | null, setting: HostedSetting): Promise<Judged> {
  const { folder, assay, title, env } = setting;
  const red = written(folder, () => takeTests(entry, folder));
  const green = written(folder, () => {
    takeTests(entry, folder);
    if (twin === null) take(entry.sha, [...entry.sources, ...entry.other], folder);
    else twin.make(entry, folder);
  });
  await withoutSecondAuthor(folder);
  const refusals: string[] = [];
  const sim = await startSim({ scenario: scenarioOf(title, { red, green }, refusals) });
  try {
    const model = { ANTHROPIC_API_KEY: 'simulated', ANTHROPIC_BASE_URL: sim.url };
    const line = `${quoted(assay)} run PLAN.md --backend native --attempts 12 --json`;
    const { output } = await shell(line, folder, { env: { ...env, ...model }, minutes: 30 });
    const merged = git(folder, 'log', '-5', '--format=%s', 'main').split('\n');
    if (merged.some((subject) => subject === title || subject.startsWith('Merge '))) return { outcome: 'accepted' };
    const says = refusals[0] ?? output.trim().slice(-600);
    const codes = [...new Set([...says.matchAll(/\b[A-Z]{3,}(?:_[A-Z]+)+\b/g)].map(([code]) => code))];
    return { outcome: 'refused', at: 'run', codes: codes.slice(0, 3), says: says.slice(0, 400) };
  } finally {
    await sim.close();
  }
}

type Files = Readonly<Record<string, Buffer | null>>;

/** What a change leaves in the files it touches; null: they go. The checkout is as before. */
function written(folder: string, change: () => void): Files {
  change();
  git(folder, 'add', '--all', '--intent-to-add');
  const paths = git(folder, 'diff', '--name-only', '-z', 'HEAD').split('\0').filter(Boolean);
  const files = paths.map((path) => {
    const file = join(folder, path);
    return [path, existsSync(file) ? readFileSync(file) : null] as const;
  });
  clean(folder);
  return Object.fromEntries(files);
}

async function withoutSecondAuthor(folder: string): Promise<void> {
  const file = join(folder, '.assay/config.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Json>;
  writeFileSync(file, JSON.stringify({ ...config, blindTests: false }, null, 2));
  await must('git commit --quiet --no-verify --all -m "No second author"', folder);
}

const says = (claim: Json): SimAnswer => ({ parts: [{ type: 'json', value: { claim, blocker: null } }] });

/** Does each step once. What is refused is not tried again: the model says so, and the run asks a person. */
function scenarioOf(
  title: string,
  { red, green }: { readonly red: Files; readonly green: Files },
  refusals: string[],
): Scenario {
  return {
    name: 'commit',
    description: 'A commit of a real repository, step by step.',
    answer({ messages, turn }) {
      const briefing = messages[0]?.text ?? '';
      const steps = (files: Files, claim: Json): SimAnswer =>
        turn === 1 && Object.keys(files).length > 0 ? { parts: writes(files) } : says(claim);
      if (/was refused|^## Refused|REFUSED/m.test(briefing)) {
        refusals.push(briefing);
        return { parts: [{ type: 'json', value: { claim: null, blocker: 'This is all of the commit.' } }] };
      }
      if (briefing.startsWith('# INITIALIZING'))
        return steps({ '.assay/ACTIVE_PR.json': Buffer.from(draftOf(title)) }, { summary: 'drafted' });
      if (briefing.includes('analysis_decision'))
        return says({ summary: 'what they ask for is not there yet', analysis_decision: 'SUCCESS' });
      if (briefing.includes('## RED')) return steps(red, { summary: 'the tests', expectation: 'FAIL' });
      return steps(green, { summary: 'the code', expectation: 'PASS' });
    },
  };
}

const draftOf = (title: string): string =>
  JSON.stringify({
    ...{ masterPlanPath: 'PLAN.md', prTitle: title, summary: title, verificationPlan: 'Its tests.' },
    tasks: [
      {
        taskName: title,
        tdd_steps: [
          { type: 'RED', description: 'the tests of the commit' },
          { type: 'GREEN', description: 'the sources of the commit' },
        ],
      },
    ],
  });

const writes = (files: Files): SimPart[] =>
  Object.entries(files).map(([path, bytes]) => {
    if (bytes === null) return byShell(`rm -- ${quoted(path)}`);
    // What is no text (a snapshot of ava's) is written as an agent has to.
    if (!isUtf8(bytes)) return byShell(`echo ${bytes.toString('base64')} | base64 -d > ${quoted(path)}`);
    return { type: 'toolCall', name: 'write', input: { path, text: bytes.toString() } };
  });

const byShell = (command: string): SimPart => ({ type: 'toolCall', name: 'shell', input: { command } });
