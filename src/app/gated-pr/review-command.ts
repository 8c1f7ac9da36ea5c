import { z } from 'zod';
import { Finding } from '#contracts/gate.ts';
import { runProcess } from '#host/run-process.ts';
import type { Gatekeeper } from '#workflows/gated-pr/sites/gatekeeper.ts';

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

/** The project's own reviewer: gets the PR as JSON, prints findings as JSON. */
export function reviewByCommand(repository: string, env: Readonly<Record<string, string>>): Gatekeeper['reviewBy'] {
  return async (command, request, signal) => {
    const result = await runProcess({
      program: 'sh',
      args: ['-c', command],
      cwd: repository,
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
  };
}

function parsed(text: string) {
  try {
    return Said.safeParse(JSON.parse(text));
  } catch {
    return Said.safeParse(undefined);
  }
}
