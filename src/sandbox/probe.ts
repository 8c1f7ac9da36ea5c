import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecResult } from '#contracts/exec.ts';
import type { Sandbox, SandboxAbility, SandboxFeature, SandboxPolicy } from '#contracts/sandbox.ts';

type Exec = Sandbox['exec'];
const MIB = 1024 ** 2;

/** Finds out by trying what a way to run commands really prevents. Takes about half a second. */
export async function probeBubblewrap(exec: Exec): Promise<SandboxAbility> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-probe-'));
  try {
    const secret = randomBytes(12).toString('hex');
    await writeFile(join(folder, 'secret'), secret);
    const seen = await exec({ program: 'sh', args: ['-c', LOOK, 'probe', folder, secret] }, policy({}));
    if (seen.outcome !== 'exited' || seen.exitCode !== 0) return { kind: 'none', ...whyNot(seen) };
    const [processes, memory, kill] = await Promise.all([
      probeProcesses(exec),
      probeMemory(exec),
      probeKill(exec, secret),
    ]);
    const said = new Set(seen.stdout.text.split('\n'));
    const shown = FEATURES.filter((feature) => said.has(feature));
    return {
      kind: 'bubblewrap',
      enforces: [
        // Without the filter a virtual machine's host can be called despite the network namespace.
        ...shown.filter((feature) => feature !== 'network' || said.has('system-calls')),
        ...(processes ? (['processes'] as const) : []),
        ...(memory ? (['memory'] as const) : []),
        ...(kill ? (['kill-tree'] as const) : []),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const FEATURES: readonly SandboxFeature[] = ['files', 'network', 'environment', 'scratch', 'system-calls'];

/** Each printed line is something it could not do. `$1` a folder outside, `$2` what is written in it. */
const LOOK = `
cat "$1/secret" >/dev/null 2>&1 || { touch /usr/probe /etc/probe /probe /tmp/../probe 2>/dev/null; ls /usr/probe /etc/probe /probe >/dev/null 2>&1 || echo files; }
[ "$(grep -c : /proc/net/dev)" = 1 ] && echo network
tr '\\0' '\\n' </proc/1/environ | grep -v -E -e '^(PATH|PWD|OLDPWD|SHLVL|_|ASSAY_TREE)=' -e '^$' >/dev/null || echo environment
head -c ${9 * MIB} /dev/zero >/tmp/probe 2>/dev/null || echo scratch
grep -q '^Seccomp:.*2' /proc/self/status && echo system-calls
exit 0`;

const policy = (limits: Partial<SandboxPolicy['limits']>): SandboxPolicy => ({
  writable: [],
  readOnly: [],
  network: 'none',
  limits: { processes: 256, memoryBytes: 256 * MIB, scratchBytes: 8 * MIB, outputBytes: MIB, ...limits },
});

const held = (result: ExecResult): boolean => result.outcome === 'over-limit' || result.exitCode !== 0;

async function probeProcesses(exec: Exec): Promise<boolean> {
  const many = 'n=0; while [ $n -lt 40 ]; do sleep 5 & n=$((n+1)); done; sleep 2; kill $(jobs -p); exit 0';
  return held(await exec({ program: 'sh', args: ['-c', many], timeoutMs: 10_000 }, policy({ processes: 12 })));
}

/** Each process stays below the limit, all together do not. */
async function probeMemory(exec: Exec): Promise<boolean> {
  const hog = `{ head -c ${24 * MIB} /dev/zero; sleep 2; } | tail -c ${24 * MIB} >/dev/null`;
  const result = await exec(
    { program: 'sh', args: ['-c', `${hog} & ${hog} & ${hog} & wait; exit 0`], timeoutMs: 10_000 },
    policy({ memoryBytes: 48 * MIB }),
  );
  return held(result);
}

/** A daemon that left its parent and its session, and ignores SIGTERM. */
async function probeKill(exec: Exec, mark: string): Promise<boolean> {
  const daemon = `trap '' TERM; setsid sh -c 'trap "" TERM; sleep 30; : ${mark}' >/dev/null 2>&1 & sleep 30`;
  const result = await exec({ program: 'sh', args: ['-c', daemon], timeoutMs: 300 }, policy({}));
  return result.outcome === 'timed-out' && !(await isRunning(mark));
}

async function isRunning(mark: string): Promise<boolean> {
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const line = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
    if (line.includes(mark)) return true;
  }
  return false;
}

/** bubblewrap's own message, turned into a next step. */
export function whyNot(result: Pick<ExecResult, 'stderr' | 'error'>): { readonly why: string; readonly next: string } {
  const said = `${result.error?.message ?? ''} ${result.stderr.text}`.trim();
  const hint = HINTS.find(({ when }) => when.test(said));
  return {
    why: hint?.why ?? `bubblewrap is installed but did not work: ${said.split('\n')[0]}`,
    next: hint?.next ?? 'Run `bwrap --unshare-all --ro-bind / / true` to see the error.',
  };
}

const HINTS = [
  {
    when: /unknown option/i,
    why: 'bubblewrap is too old: it does not know an option the sandbox needs',
    next: 'Install bubblewrap 0.8 or newer.',
  },
  {
    when: /uid map|user namespace|Permission denied|Operation not permitted|No space left/i,
    why: 'the system does not allow user namespaces to this user',
    next: [
      'Allow them: `sudo sysctl kernel.unprivileged_userns_clone=1 user.max_user_namespaces=15000`;',
      'on Ubuntu 24.04 and newer an AppArmor profile for /usr/bin/bwrap with `userns,`',
      '(or `sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`);',
      'in a container, start it with them allowed (Docker: `--security-opt seccomp=unconfined`).',
    ].join(' '),
  },
] as const;
