import { spawn } from 'node:child_process';

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly ms: number;
}

/** What the projects' own commands are given: ours would colour, count as CI, or ask the network. */
export const environment = (): Record<string, string> => {
  const { CI: _, FORCE_COLOR: __, ...own } = process.env;
  const kept = Object.entries(own).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return {
    ...Object.fromEntries(kept.filter(([name]) => !/^(ASSAY|VITEST|npm_(package|lifecycle))_?/.test(name))),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_manage_package_manager_versions: 'false',
    PYTHONDONTWRITEBYTECODE: '1',
  };
};

/** Runs a line of shell to its end, or ends its whole group when the time is over. */
export function shell(
  line: string,
  cwd: string,
  { env = {}, minutes = 10 }: { env?: Record<string, string>; minutes?: number } = {},
): Promise<Ended> {
  const begun = performance.now();
  const child = spawn('bash', ['-c', line], {
    cwd,
    detached: true,
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-200_000);
    });
  const end = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), minutes * 60_000);
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => {
      clearTimeout(end);
      done({ code, output, ms: performance.now() - begun });
    });
  });
}

/** The same, where anything but 0 is the harness's own failure. */
export async function must(line: string, cwd: string, options?: Parameters<typeof shell>[2]): Promise<string> {
  const { code, output } = await shell(line, cwd, options);
  if (code !== 0) throw new Error(`${line.slice(0, 200)} ended with ${code}:\n${output.slice(-2_000)}`);
  return output;
}

export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
