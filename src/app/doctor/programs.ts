import { findOnPath } from '#host/find-system.ts';
import { packageHint, type SystemPackage } from '#host/package-hint.ts';
import { runProcess } from '#host/run-process.ts';
import type { DoctorCheck } from './check.ts';

const OLDEST = [22, 18] as const;

export const nodeVersion: DoctorCheck = {
  name: 'Node',
  group: 'needed',
  look: async () => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const fine = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
    if (fine) return { state: 'ok', seen: process.versions.node };
    return { state: 'bad', seen: process.versions.node, next: `Install Node ${OLDEST.join('.')} or newer.` };
  },
};

interface ProgramCheck {
  readonly name: SystemPackage;
  readonly group: 'needed' | 'optional';
  /** Alternative names of the program; default: the package's. */
  readonly programs?: readonly string[];
  readonly purpose: string;
}

/** A system program: it is found, and answers. */
export const program = ({ name, group, programs = [name], purpose }: ProgramCheck): DoctorCheck => ({
  name,
  group,
  look: async ({ env, system }) => {
    const path = programs.map((each) => findOnPath(each, env)).find((found) => found !== null);
    if (path) return { state: 'ok', seen: await versionOf(path, env) };
    const install = system === null ? null : packageHint(name, system);
    return {
      state: group === 'needed' ? 'bad' : 'absent',
      seen: `not found; used for ${purpose}`,
      ...(install === null ? {} : { next: install }),
    };
  },
});

/** The version it reports, or its path if it reports none. */
export async function versionOf(path: string, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const args = [path.endsWith('tmux') ? '-V' : '--version'];
  const result = await runProcess({
    program: path,
    args,
    cwd: '/',
    env: { PATH: env.PATH, HOME: env.HOME },
    timeoutMs: 5_000,
  });
  const [line = ''] = result.stdout.text.trim().split('\n');
  return result.outcome === 'exited' && result.exitCode === 0 && line !== '' ? firstWords(line) : path;
}

const LONGEST = 60;

/** Chromium continues with the system it was built on: what does not fit is cut at a word. */
function firstWords(line: string): string {
  if (line.length <= LONGEST) return line;
  const cut = line.slice(0, LONGEST + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).replace(/ (?:built on|\(|for|on)\b.*$/, '');
}
