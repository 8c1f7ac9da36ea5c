import { randomBytes } from 'node:crypto';
import type { Command, ExecResult } from '#contracts/exec.ts';
import type { TestEvidence } from '#contracts/test-run.ts';
import { shellText } from '#host/program-text.ts';
import type { Service } from './service.ts';

type Exec = (command: Command, signal?: AbortSignal) => Promise<ExecResult>;

export interface Served {
  readonly exec: Exec;
  /** The measurement; where a service did not start, that instead, which is not a failure of the work. */
  settle(evidence: TestEvidence): TestEvidence;
}

/**
 * Runs commands with services in the same sandbox and so in the same isolated network. They are started before the
 * command, and ended with it.
 */
export function withServices(services: readonly Service[], exec: Exec): Served {
  if (services.length === 0) return { exec, settle: (evidence) => evidence };
  const mark = `services-${randomBytes(8).toString('hex')}`;
  let trouble: Trouble | null = null;
  return {
    exec: async (command, signal) => {
      const done = await exec(served(services, command, mark), signal);
      trouble = troubleIn(done, services, mark) ?? trouble;
      return done;
    },
    settle: (evidence) =>
      trouble === null ? evidence : { ...evidence, tests: [], outcome: { type: 'infrastructure', ...trouble } },
  };
}

interface Trouble {
  readonly message: string;
  readonly next: string;
}

function served(services: readonly Service[], command: Command, mark: string): Command {
  const env = Object.assign({}, ...services.map((each) => each.env));
  return {
    ...command,
    program: 'sh',
    args: ['-c', scriptFor(services, mark), 'services', command.program, ...(command.args ?? [])],
    env: { ...env, ...command.env },
  };
}

const script = (name: string, values: Readonly<Record<string, string>>): string =>
  shellText(new URL(`./programs/${name}.sh`, import.meta.url), values);

/** The tests' output stays their own: services write to separate files. */
const scriptFor = (services: readonly Service[], mark: string): string =>
  script('with-services', { MARK: quoted(mark), SERVICES: services.map(startOf).join('') });

const startOf = ({ name, needs, command, ready, seconds }: Service): string =>
  script('start-service', {
    NAME: quoted(name),
    NEEDS: needs.map(quoted).join(' '),
    COMMAND: quoted(command),
    READY: ready,
    TRIES: String(Math.ceil(seconds * 10)),
  });

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function troubleIn({ exitCode, stderr }: ExecResult, services: readonly Service[], mark: string): Trouble | null {
  const at = exitCode === 97 ? stderr.text.indexOf(mark) : -1;
  if (at < 0) return null;
  const [line = '', ...log] = stderr.text.slice(at).split('\n');
  const [, name = '', how = '', need = ''] = line.split(' ');
  const { install = '', seconds = 0 } = services.find((each) => each.name === name) ?? {};
  const said = log.join('\n').trim();
  const words = said === '' ? '' : `:\n${said}`;
  if (how === 'missing')
    return {
      message: `the service ${name} cannot be started: ${need} is not installed on this machine`,
      next: `Nothing was counted. A person installs it (${install}), or takes "${name}" out of "services" in .assay/config.json.`,
    };
  return {
    message:
      how === 'late'
        ? `the service ${name} was not ready after ${seconds} s${words}`
        : `the service ${name} ended before it was ready${words}`,
    next: `Nothing was counted. A person corrects "${name}" of "services" in .assay/config.json: "command", "ready", "seconds".`,
  };
}
