import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openProject, type Project } from '#attempts/open-project.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { ProjectRunner } from '#gates/tree-runner.ts';
import { findOnPath } from '#host/find-system.ts';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { missingForRuntime, RUNTIME_LINE } from '#sandbox/testing/installed-runtime.ts';
import { commitAll, repositoryWith } from '#workspace/testing/test-repository.ts';
import { probedSandbox } from '../../../test/sandbox-here.ts';
import { openRuns } from '../open-runs.ts';
import { copiesOf } from './examine.ts';
import { treeRunnerOf } from './make-graph.ts';

/** A package whose build is a program of the agent's; its output says how far it came. */
const BACKEND = `
import os, zipfile
def build_wheel(to, config_settings=None, metadata_directory=None):
    said = []
    for path in (OUTSIDE, '/usr/planted'):
        try:
            open(path, 'w').write('from the agent')
            said.append('wrote')
        except OSError as error:
            said.append(type(error).__name__)
    said.append('keys' if os.path.exists(KEYS) else 'no keys')
    name = 'theme-1.0-py3-none-any.whl'
    with zipfile.ZipFile(os.path.join(to, name), 'w') as wheel:
        wheel.writestr('theme.py', 'SAID = %r' % said)
        wheel.writestr('theme-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: theme\\nVersion: 1.0\\n')
        wheel.writestr('theme-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
        wheel.writestr('theme-1.0.dist-info/RECORD', '')
    return name
`;

async function setUp(env: Record<string, string> = {}) {
  const home = realpathSync(tempFolder());
  write(home, { '.ssh/id': 'the person’s key\n' });
  const own = { ...process.env, ASSAY_HOME: join(realpathSync(tempFolder()), 'assay'), ...env };
  const runs = await openRuns(own);
  onTestFinished(() => runs.close());
  const repository = repositoryWith({ 'README.md': 'x\n' });
  return { home, repository, project: await openProject(runs, repository, own) };
}

/** Puts it on the main branch, where the next PR starts, like a pull request that nothing refused. */
function mergeTheme(repository: string, home: string): string {
  const outside = join(home, 'planted');
  const names = `OUTSIDE = ${JSON.stringify(outside)}\nKEYS = ${JSON.stringify(join(home, '.ssh/id'))}\n`;
  write(repository, {
    'docs/requirements.txt': './theme\n',
    'docs/theme/pyproject.toml':
      '[build-system]\nrequires = []\nbuild-backend = "b"\nbackend-path = ["."]\n[project]\nname = "theme"\nversion = "1.0"\n',
    'docs/theme/b.py': `${names}${BACKEND}`,
  });
  commitAll(repository, 'a theme for the documentation');
  return outside;
}

/** The results of tests in a copy for mutants, which is read-only to them. */
async function mutantOf(project: Project, runner: ProjectRunner, tree: TreeHash) {
  const copies = copiesOf(project, runner, tree);
  onTestFinished(() => copies.close());
  const [copy] = await copies.open(1);
  return (await copy?.run({ timeoutMs: 60_000, bail: false }))?.tests;
}

/** A machine that has git, a shell and nothing else. */
function pathWithGit(): string {
  const bin = realpathSync(tempFolder());
  for (const name of ['git', 'sh']) symlinkSync(findOnPath(name, process.env) ?? '', join(bin, name));
  return bin;
}

const missing = await probedSandbox();

describe('a project whose main branch has dependencies that an agent added', () => {
  it('G10.9 builds them where their code writes and sees nothing of the person’s', async ({ skip }) => {
    if (missing !== null) skip('this machine has no sandbox');
    const { home, repository, project } = await setUp();
    const outside = mergeTheme(repository, home);
    const space = await project.store.create({ name: 'second', repository, from: 'main' });
    expect(existsSync(outside)).toBe(false);
    const venv = space.env.VIRTUAL_ENV ?? '';
    const found = await project.sandbox.exec(
      { program: join(venv, 'bin/python'), args: ['-c', 'import theme; print(theme.SAID)'] },
      {
        writable: [{ from: space.path, at: space.path }],
        readOnly: [...project.tools.mounts, ...space.mounts],
        network: 'none',
        limits: { processes: 64, memoryBytes: 1024 ** 3, scratchBytes: 1024 ** 2, outputBytes: 1024 ** 2 },
      },
    );
    // It ran, and it tried.
    expect(found.stdout.text, found.stderr.text).toMatch(/'\w+Error', '\w+Error', 'no keys'/);
  }, 180_000);

  it('does not build them without isolation', async () => {
    const { home, repository, project } = await setUp({ PATH: pathWithGit() });
    expect(project.sandbox.ability.kind).toBe('none');
    const outside = mergeTheme(repository, home);
    const space = await project.store.create({ name: 'second', repository, from: 'main' });
    expect(space.notes.join('\n')).toMatch(/requirements\.txt.*could not be isolated/);
    expect(space.mounts).toEqual([]);
    expect(existsSync(outside)).toBe(false);
  });
});

const missingParts = missingForRuntime();

/** A test that uses a package, on a machine whose PATH is `bin`; returns its output through a channel. */
async function measureOn(bin: string, personsSettings: object, look = '') {
  const { repository } = await setUp();
  write(repository, {
    'package.json': '{"scripts":{"test":"node --test"},"dependencies":{"dep":"1"}}',
    'a.test.js': `${look}require('node:test')('uses dep', () => require('node:assert').equal(require('dep'), 42));`,
    '.gitignore': 'node_modules/\n',
  });
  commitAll(repository, 'a test');
  // Packages find each other, as npm puts them.
  write(repository, {
    'node_modules/dep/index.js': 'module.exports = require("other");',
    'node_modules/other/index.js': 'module.exports = 42;',
  });
  const at = `/tmp/${randomBytes(6).toString('hex')}`;
  const channel = {
    at,
    files: { 'r.cjs': "require('node:fs').appendFileSync(__dirname + '/p', 'heard\\n');" },
    env: { NODE_OPTIONS: `--require ${at}/r.cjs` },
  };
  const home = join(realpathSync(tempFolder()), 'assay');
  write(home, { 'config.json': JSON.stringify({ version: 1, ...personsSettings }) });
  const runs = await openRuns({ ...process.env, ASSAY_HOME: home });
  onTestFinished(() => runs.close());
  const project = await openProject(runs, repository, { ...process.env, ASSAY_HOME: home, PATH: bin });
  const treeRunner = treeRunnerOf(project, runs.blobs);
  const opened = project.store.repository(repository);
  const tree = await opened.treeOf(await opened.resolve('HEAD'));
  const [runner] = await treeRunner.runners(tree);
  if (!runner) throw new Error('no runner');
  const { value, heard } = await treeRunner.test({ tree, runner, select: { type: 'all' }, channel });
  return { ...value, heard, mutate: () => mutantOf(project, runner, tree) };
}

function pathForTests(): string {
  const bin = pathWithGit();
  for (const name of ['node', 'cp', 'rm', 'chmod', 'mkfifo'])
    symlinkSync(findOnPath(name, process.env) ?? '', join(bin, name));
  return bin;
}

describe('G10.4 a machine without isolation', () => {
  it('measures where the person allows it, and says so; else it says what to do', async () => {
    const bin = pathForTests();
    const measured = await measureOn(bin, { measure: 'unsandboxed' });
    expect(measured.heard).toMatch(/^(?:heard\n)+$/);
    expect(await measured.mutate()).toMatchObject([{ state: 'passed' }]);
    expect(measured.tests, measured.said).toMatchObject([{ title: 'uses dep', state: 'passed' }]);
    expect(measured.notes?.join(' ')).toMatch(/copy of what is installed.*without a sandbox/);
    const { outcome } = await measureOn(bin, {});
    expect(outcome).toMatchObject({
      type: 'infrastructure',
      next: expect.stringContaining('"measure": "unsandboxed"'),
    });
    expect(JSON.stringify(outcome)).not.toContain('Install Node');
  }, 120_000);

  it.skipIf(missingParts.length > 0)(
    `G10.18 measures in sandbox-runtime where that is installed${missingParts.length > 0 ? ` (skipped: needs ${missingParts.join(', ')})` : ''}`,
    async () => {
      const bin = pathForTests();
      const srt = join(bin, 'srt');
      writeFileSync(srt, `#!/bin/sh\nPATH=/usr/bin:/bin\n${RUNTIME_LINE}\n`, { mode: 0o755 });
      const outside = join(realpathSync(tempFolder()), 'planted');
      const look = `try { require('node:fs').writeFileSync(${JSON.stringify(outside)}, ''); } catch {}\n`;
      const measured = await measureOn(bin, {}, look);
      expect(measured.tests, measured.said).toMatchObject([{ title: 'uses dep', state: 'passed' }]);
      expect(measured.heard).toMatch(/^(?:heard\n)+$/);
      expect(await measured.mutate()).toMatchObject([{ state: 'passed' }]);
      expect(measured.notes?.join(' ')).toContain('Measured in sandbox-runtime');
      expect(existsSync(outside)).toBe(false);
    },
    120_000,
  );
});
