import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { startSim } from '#sim/server.ts';
import { ROOT } from '../../scripts/processes.ts';
import { engineerOf } from './engineer.ts';
import type { NewcomerProject } from './projects.ts';
import { MOST_COMMANDS, readmeWay } from './readme-commands.ts';

/** Null where the PR is on main; else what went wrong. */
export async function meet(project: NewcomerProject): Promise<string | null> {
  const { commands, plan } = readmeWay(ROOT);
  const world = mkdtempSync(join(tmpdir(), 'assay-newcomer-'));
  const sim = await startSim({ scenario: engineerOf(project) });
  try {
    const shell = shellIn(world, sim.url);
    const owner = await shell(ownerScript(world, project, plan), world);
    if (owner.code !== 0) return `its own dependencies could not be installed: ${lastLines(owner.said)}`;
    let cwd = join(world, 'assay');
    for (const [at, line] of commands.entries()) {
      if (at >= MOST_COMMANDS) return `the README wants more than ${MOST_COMMANDS} commands`;
      console.log(`  $ ${line}`);
      const begun = performance.now();
      const { code, said, where } = await shell(line, cwd, (told) => console.log(`    ${told}`));
      console.log(`  ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
      cwd = where;
      if (code !== 0) return `"${line}" ended with ${code}:\n${lastLines(said)}`;
    }
    const merged = await shell('git log --first-parent --format=%s -1 main', join(world, 'home/my-project'));
    return merged.said.includes('Merge feat/parse-iso-dates') ? null : `main ends with: ${merged.said.trim()}`;
  } finally {
    await sim.close();
    rmSync(world, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The state before Assay: the clone that the README begins with, and a person's repository with its dependencies. */
function ownerScript(world: string, { files, install }: NewcomerProject, text: string): string {
  const folder = join(world, 'home/my-project');
  for (const [path, content] of Object.entries({ ...files, 'PLAN.md': text })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return [
    `git clone --quiet "${ROOT}" assay`,
    'git config --global user.name Newcomer && git config --global user.email newcomer@localhost',
    `cd "${folder}"`,
    'git init --quiet --initial-branch=main',
    install,
    'git add --all -- . ":!PLAN.md" && git commit --quiet -m "As it was"',
  ].join(' && ');
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
  /** The shell's last working folder. */
  readonly where: string;
}

/** A shell as a newcomer has it: a home of their own, and a model's key. */
function shellIn(world: string, model: string) {
  const home = join(world, 'home');
  const prefix = join(world, 'npm');
  mkdirSync(home, { recursive: true });
  mkdirSync(prefix, { recursive: true });
  // The machine's own settings for fetching packages stay: they are no part of Assay.
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(LANG|SSL_|NODE_EXTRA_CA|PIP_|npm_config_|HTTPS?_PROXY|NO_PROXY)/i.test(name),
  );
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  const env = {
    ...Object.fromEntries(kept),
    HOME: home,
    PATH: [join(prefix, 'bin'), ...path].join(':'),
    npm_config_prefix: prefix,
    ANTHROPIC_API_KEY: 'simulated',
    ANTHROPIC_BASE_URL: model,
    NO_COLOR: '1',
  };
  return (line: string, cwd: string, tell: (line: string) => void = () => {}): Promise<Ended> => {
    const after = join(world, 'where');
    const child = spawn('bash', ['-c', `${line}\ncode=$?; pwd > "${after}"; exit $code`], { cwd, env });
    child.stdin.end();
    let said = '';
    // Told as it comes: anyone who waits sees where it is, and a run that is cut off has said how far it got.
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (said += chunk));
      createInterface({ input: stream }).on('line', tell);
    }
    return new Promise((resolve, reject) =>
      child.on('error', reject).on('close', (code) => {
        resolve({ code, said, where: readFileSync(after, 'utf8').trim() });
      }),
    );
  };
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-25).join('\n');
}
