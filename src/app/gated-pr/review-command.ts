import { mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import type { Project } from '#attempts/open-project.ts';
import { Finding } from '#contracts/gate.ts';
import type { Checkout } from '#contracts/workspace.ts';
import { runProcess } from '#host/run-process.ts';
import type { Gatekeeper } from '#workflows/gated-pr/effects/gatekeeper.ts';

const Said = z.object({
  findings: z.array(
    z.object({
      file: z.string(),
      line: z.number().int().nullish(),
      severity: Finding.shape.severity.catch('major'),
      message: z.string(),
    }),
  ),
});

const TIMEOUT_MS = 15 * 60_000;

/**
 * The project's own reviewer: gets the PR as JSON, prints findings as JSON. It is run in a fresh checkout of the base,
 * with the base's dependencies, so a script of the project is the one on main, whatever the agent changed. It is
 * the person's program, so it has the network and their home.
 */
export function reviewByCommand(
  { repository }: Pick<Project, 'repository'>,
  env: Readonly<Record<string, string>>,
): Gatekeeper['reviewBy'] {
  return async (base, command, request, signal) => {
    const checkout = await repository.checkout({ tree: base, signal });
    try {
      await linkDependencies(checkout);
      return await run(command, request, checkout.path, { ...env, ...checkout.env }, signal);
    } finally {
      await checkout.close();
    }
  };
}

/** Where a sandbox would mount them. */
async function linkDependencies({ path, seenAt, mounts }: Checkout): Promise<void> {
  for (const { from, at } of mounts) {
    if (!at.startsWith(seenAt + sep)) continue;
    const link = join(path, relative(seenAt, at));
    await mkdir(dirname(link), { recursive: true });
    await rm(link, { recursive: true, force: true });
    await symlink(from, link);
  }
}

async function run(
  command: string,
  request: unknown,
  cwd: string,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): ReturnType<Gatekeeper['reviewBy']> {
  const result = await runProcess({
    program: 'sh',
    args: ['-c', command],
    cwd,
    env,
    stdin: JSON.stringify(request),
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  if (result.outcome !== 'exited' || result.exitCode !== 0) {
    const said = result.stderr.text.trim().split('\n').at(-1) ?? '';
    return { problem: `the reviewer ${command} ended with ${result.exitCode ?? result.outcome}: ${said}` };
  }
  const read = parsed(result.stdout.text);
  if (!read.success)
    return { problem: `the reviewer ${command} did not print findings: ${z.prettifyError(read.error)}` };
  return { findings: read.data.findings.map((finding) => ({ ...finding, line: finding.line ?? null })) };
}

function parsed(text: string) {
  try {
    return Said.safeParse(JSON.parse(text));
  } catch {
    return Said.safeParse(undefined);
  }
}
