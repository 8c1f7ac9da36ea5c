import { findOnPath } from '#host/find-system.ts';
import { runProcess } from '#host/run-process.ts';
import { queryLine, type ShellQuery } from './query.ts';

export interface ProvenQuery {
  readonly command: string;
  readonly purpose: string;
  /** What it was run on; `not run` says why. */
  readonly proof: 'file' | 'preview' | 'not run';
  readonly reason?: string;
  /** The beginning of what it printed. */
  readonly output?: string;
}

export interface Proving {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** As the caller named it. */
  readonly file: string;
  /** Small enough for any query to read it whole. */
  readonly small: boolean;
  /** Where the file is too large: a text of the same format, given as input. */
  readonly preview: string;
  readonly signal?: AbortSignal | undefined;
}

const PATIENCE_MS = 5_000;
const SHOWN = 300;

/** Runs each query as the very line a person would type. One that fails is not suggested; one that cannot run says so. */
export async function proveQueries(queries: readonly ShellQuery[], proving: Proving): Promise<ProvenQuery[]> {
  const tried = await Promise.all(queries.map((query) => prove(query, proving)));
  return tried.filter((query) => query !== undefined);
}

async function prove(query: ShellQuery, proving: Proving): Promise<ProvenQuery | undefined> {
  const said = { command: queryLine(query, proving.file), purpose: query.purpose };
  const shell = findOnPath('sh', proving.env);
  if (!shell || !findOnPath(query.program, proving.env)) {
    return { ...said, proof: 'not run', reason: `${shell ? query.program : 'sh'} is not on the PATH` };
  }
  const onFile = proving.small || query.cheap === true;
  if (!onFile && query.needsFile) return { ...said, proof: 'not run', reason: 'the file is too large to try it' };
  const ended = await runProcess({
    program: shell,
    args: ['-c', onFile ? said.command : inputCommand(query)],
    cwd: proving.cwd,
    env: proving.env,
    ...(onFile ? {} : { stdin: proving.preview }),
    timeoutMs: PATIENCE_MS,
    maxBytes: 4 * SHOWN,
    signal: proving.signal,
  });
  if (ended.outcome === 'timed-out')
    return { ...said, proof: 'not run', reason: `no answer within ${PATIENCE_MS / 1000} s` };
  if (ended.outcome !== 'exited' || ended.exitCode !== 0) return undefined;
  return { ...said, proof: onFile ? 'file' : 'preview', output: beginningOf(ended.stdout.text) };
}

/** xmllint reads its input only when told so. */
const inputCommand = (query: ShellQuery): string =>
  query.program === 'xmllint' ? `${queryLine(query)} -` : queryLine(query);

const beginningOf = (text: string): string => {
  const trimmed = text.trimEnd();
  return trimmed.length <= SHOWN ? trimmed : `${trimmed.slice(0, SHOWN)}…`;
};
