// npm run check: everything that can be known without running a test. One line a check; all run, even if one fails.
import { join } from 'node:path';
import { REQUIREMENTS } from '../test/requirements/all.ts';
import { checkDecisions } from './check-decisions.ts';
import { checkLinks } from './check-links.ts';
import { checkNames } from './check-names.ts';
import { checkPrograms } from './check-programs.ts';
import { checkReached } from './check-reached.ts';
import { checkRequirements } from './check-requirements.ts';
import { checkRooms } from './check-rooms.ts';
import { checkShell } from './check-shell.ts';
import { checkSteering } from './check-steering.ts';
import { checkTraces } from './check-traces.ts';
import { isMain, ROOT, runTool } from './processes.ts';
import { readFiles, sourceFiles } from './source-files.ts';
import { checkToolDocs } from './tool-docs.ts';

interface Check {
  readonly name: string;
  /** Sentences about what is wrong; none when all is well. */
  readonly problems: () => Promise<string[]> | string[];
}

/** Runs every check and prints its line. @returns the names of those that failed */
export async function runChecks(root: string, print: (line: string) => void): Promise<string[]> {
  const failed: string[] = [];
  const finish = async ({ name, problems }: Check) => {
    const start = performance.now();
    const found = await problemsOf(problems);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    print(`${found.length === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(16)} ${seconds} s`);
    for (const problem of found) print(`     ${problem.replaceAll('\n', '\n     ')}`);
    if (found.length > 0) failed.push(name);
  };
  // The programs first: they work in processes of their own while the rest is done here.
  await Promise.all(checksOf(root).map(finish));
  return failed;
}

function checksOf(root: string): Check[] {
  const paths = sourceFiles(root);
  const read = (wanted: RegExp) => readFiles(root, paths, (path) => wanted.test(path) && !path.includes('/fixtures/'));
  return [
    { name: 'types', problems: () => types(root, 'types') },
    { name: 'types of the page', problems: () => types(root, 'types-of-the-page', '-p', 'web') },
    {
      name: 'lint and format',
      problems: () => program(root, '@biomejs/biome/bin/biome', ['check', '--no-errors-on-unmatched']),
    },
    { name: 'rooms', problems: () => checkRooms(read(/^(src|sim|web|test|scripts|examples)\/.*\.tsx?$/)) },
    { name: 'reached', problems: () => checkReached(read(/^(src|sim|web|test|scripts|examples|bench)\/.*\.tsx?$/)) },
    { name: 'names', problems: () => checkNames(read(/^(src|sim|web)\/.*\.tsx?$/)) },
    { name: 'steering', problems: () => checkSteering(read(/^src\/(?!.*\.(test|contract)\.ts$).*\.ts$/)) },
    { name: 'requirements', problems: () => checkRequirements(REQUIREMENTS, read(/\.test\.tsx?$/)) },
    { name: 'machine traces', problems: () => checkTraces(readFiles(root, paths, () => true)) },
    { name: 'links', problems: () => checkLinks(root, read(/\.md$/)) },
    { name: 'decisions', problems: () => checkDecisions(read(/^docs\/decisions\/.*\.md$/)) },
    { name: 'shell', problems: () => checkShell(root, paths) },
    { name: 'programs', problems: () => checkPrograms(root, paths) },
    { name: 'tool docs', problems: () => checkToolDocs(root) },
  ];
}

/** A second check reads only what changed: a tenth of the work of the first. */
const types = (root: string, name: string, ...args: readonly string[]): Promise<string[]> => {
  const known = join(root, 'node_modules/.cache', `${name}.tsbuildinfo`);
  const flags = ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', known];
  return program(root, 'typescript/bin/tsc', [...flags, ...args]);
};

async function problemsOf(problems: Check['problems']): Promise<string[]> {
  try {
    return await problems();
  } catch (error) {
    return [`the check itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}

async function program(root: string, bin: string, args: string[]): Promise<string[]> {
  const { code, output } = await runTool(process.execPath, [`${root}/node_modules/${bin}`, ...args], { cwd: root });
  return code === 0 ? [] : [output.trim() || `${bin} ended with exit code ${code} and said nothing.`];
}

if (isMain(import.meta.url)) {
  const failed = await runChecks(ROOT, console.log);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
