// npm run test:corpora -- --mirrors DIR: the documentation of public projects, read by `assay ingest`, and 60 questions with known
// places, asked through simulated models of every honesty. DIR holds clones as owner+name/repo or owner+name.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startRun } from '#engine/drive/runs.ts';
import { startSim } from '#sim/server.ts';
import { Ask, Report } from '#workflows/research/state.ts';
import { ROOT } from '../../scripts/processes.ts';
import { withRuns } from '../../src/app/open-runs.ts';
import { researchRuntime } from '../../src/app/research/runtime.ts';
import { flat, HONESTY, writer } from './models.ts';
import { DOCUMENTATION, type RealQuestion, realQuestions } from './questions.ts';

const { values } = parseArgs({ options: { mirrors: { type: 'string' }, only: { type: 'string' } } });
if (values.mirrors === undefined) {
  console.error('npm run test:corpora -- --mirrors DIR: a folder of clones of public repositories, as owner+name');
  process.exit(2);
}
const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-corpora-')));
const project = join(root, 'project');
mkdirSync(project);
const env = { ...process.env, HOME: root, ASSAY_HOME: join(root, 'home'), NO_COLOR: '1' };
process.env.ASSAY_HOME = env.ASSAY_HOME;
must('git', ['init', '-q', project]);
/** Of the known places, by a search with the question alone. */
const LEAST_FOUND = 0.9;
let paragraphs = 0;
for (const [repository, docs] of Object.entries(DOCUMENTATION)) paragraphs += read(values.mirrors, repository, docs);

const asked = realQuestions().filter(({ repository }) => values.only === undefined || repository === values.only);
const shown: Readonly<Record<string, Row>> = Object.fromEntries(
  Object.keys(HONESTY).map((honesty) => [honesty, { claims: 0, supported: 0 }]),
);
const problems: string[] = [];
let [found, opened, cited] = [0, 0, 0];
for (const honesty of Object.keys(HONESTY))
  for (const question of asked) {
    const { report, isFound } = await answered(question, honesty);
    const row = shown[honesty] as Row;
    row.claims += 1;
    const supported = report.sentences.filter(({ label }) => label === 'supported');
    row.supported += supported.length;
    if (honesty === 'honest' && isFound) found += 1;
    if (honesty === 'honest' && !isFound)
      console.log(`not among what was read: ${question.path}: ${question.question}`);
    const { truth } = HONESTY[honesty] as (typeof HONESTY)[string];
    if (truth === 'fabricated' && supported.length > 0) problems.push(`${honesty}: ${question.question}`);
    if (truth === 'true' && isFound && supported.length === 0)
      console.log(`flagged (${honesty}): ${report.sentences[0]?.text} (${report.sentences[0]?.reasons.join('; ')})`);
    if (truth === 'false' && supported.length > 0) console.log(`shown (${honesty}): ${report.sentences[0]?.text}`);
    for (const { cite } of report.sources) {
      cited += 1;
      if (opens(cite, question)) opened += 1;
      else problems.push(`${cite} does not open at what is cited: ${question.question}`);
    }
  }
console.log(`\n${paragraphs} paragraphs of ${Object.keys(DOCUMENTATION).length} projects, ${asked.length} questions`);
console.log(`the known place is among what was read: ${found} of ${asked.length}`);
for (const [honesty, { claims, supported }] of Object.entries(shown))
  console.log(`${honesty} (${HONESTY[honesty]?.truth}): ${supported} of ${claims} shown as supported`);
console.log(`citations that open at the cited place: ${opened} of ${cited}`);
if (found < LEAST_FOUND * asked.length) problems.push(`only ${found} of ${asked.length} places were found`);
for (const problem of problems) console.log(`failed: ${problem}`);
rmSync(root, { recursive: true, force: true });
process.exitCode = problems.length === 0 && cited > 0 ? 0 : 1;

interface Row {
  claims: number;
  supported: number;
}

function read(mirrors: string, repository: string, docs: string): number {
  const name = repository.replace('/', '+');
  const clone = [join(mirrors, name, 'repo'), join(mirrors, name)].find((path) => existsSync(path)) ?? '';
  const folder = join(root, 'docs', name);
  mkdirSync(folder, { recursive: true });
  must('bash', ['-c', `git -C "${clone}" archive HEAD ${docs} | tar x -C "${folder}"`]);
  const told = must(join(ROOT, 'bin/assay'), ['ingest', join(folder, docs), '--json']);
  const { passages, documents, skipped } = JSON.parse(told);
  console.log(`${repository}: ${documents} documents, ${passages} paragraphs, ${skipped.length} left out`);
  return Number(passages);
}

function must(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: project, env, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

async function answered(question: RealQuestion, honesty: string): Promise<{ report: Report; isFound: boolean }> {
  let isFound = false;
  const sim = await startSim({ scenario: writer(question, honesty, (isThere) => (isFound = isThere)) });
  try {
    return await withRuns(env, async (runs) => {
      const ask = Ask.parse({ folder: project, question: question.question, depth: 'quick' });
      const runtime = await researchRuntime(runs, ask, env, { simulator: sim.url });
      try {
        const run = await startRun(runtime.deps, runtime.graph, { input: ask, title: honesty, simulated: true });
        const result = await run.done;
        if (result.status !== 'completed') throw new Error(`${question.question}: ${JSON.stringify(result)}`);
        return { report: Report.parse(result.output), isFound };
      } finally {
        await runtime.close();
      }
    });
  } finally {
    await sim.close();
  }
}

/** The lines that are cited have the sentence. */
function opens(cite: string, { says }: RealQuestion): boolean {
  const [, path = '', first = '', last = ''] = /^(.*):(\d+)-(\d+)$/.exec(cite) ?? [];
  if (path === '' || !existsSync(path)) return false;
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .slice(Number(first) - 1, Number(last));
  return flat(lines.join('\n')).includes(flat(says));
}
