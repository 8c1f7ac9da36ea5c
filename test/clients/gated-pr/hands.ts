import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startSim } from '#sim/server.ts';
import type { SimRequest } from '#sim/types.ts';
import { assay, type Files, type Rig } from '../../gated-pr/rig.ts';
import { CONNECTED, type ConnectedClient, type ConnectedName, programOf, writeSettings } from './connected.ts';
import { type Heard, heard } from './heard.ts';
import { createPuppet, type Puppet } from './puppet.ts';

/** A real client at work in a project, moved by the test: what it calls, writes and runs goes through the client. */
export interface Hands {
  task(): Promise<Heard>;
  submit(summary: string, more?: Record<string, string>): Promise<Heard>;
  check(ticket: string): Promise<Heard>;
  scope(): Promise<Heard>;
  escalate(report: string): Promise<Heard>;
  /** One call and its first answer, RUNNING or not. */
  once(tool: string, input?: Record<string, string>): Promise<Heard>;
  /** With the client's own tool; the file is looked at afterwards. */
  write(files: Files): Promise<void>;
  /** In the client's own shell. */
  shell(command: string): Promise<string>;
  /** The names of the tools that its model is offered. */
  offered(): Promise<string[]>;
  /** Says good-bye; the exit code of the client. */
  leave(): Promise<number | null>;
  /** Ends the client at once, with no word to anybody. */
  kill(): Promise<void>;
}

const PROMPT = 'Call get_task and follow it.';

/** As a person does once: the change is shown by `assay connect`, written, and committed where it lies in the project. */
export async function connectClient(rig: Rig, name: ConnectedName): Promise<void> {
  // There already: what the person has in it stays.
  writeSettings(CONNECTED[name], rig.home, 'http://127.0.0.1:9');
  const { code, out } = await assay(rig, ['connect', name, '--yes']);
  if (code !== 0) throw new Error(out);
  if (rig.git('status', '--porcelain') === '') return;
  rig.git('add', '--all');
  rig.git('commit', '--quiet', '--message', `Connect ${name}`);
}

export async function startClient(rig: Rig, name: ConnectedName, installed: string): Promise<Hands> {
  const client = CONNECTED[name];
  const puppet = createPuppet(isWork);
  const sim = await startSim({ scenario: puppet.scenario });
  pointAtModel(client, rig, sim.url);
  const [program, ...first] = programOf(client, installed);
  const child = spawn(program, [...first, ...client.args(PROMPT, rig.folder)], {
    cwd: rig.folder,
    env: { ...rig.env, ...client.env(sim.url) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that its end is the end of all it started.
    detached: true,
  });
  const ended = endOf(child, puppet, client.title);
  const stop = async () => {
    killGroup(child);
    await ended;
    await sim.close();
  };
  onTestFinished(stop);
  const leave = () => {
    puppet.bye();
    return ended;
  };
  return handsOf({ rig, client, puppet, leave, kill: stop });
}

/** Clients ask their model for titles and topics as well; those have none of our tools. */
const isWork = ({ tools }: SimRequest): boolean => tools.some(({ name }) => name.endsWith('get_task'));

/** The simulator listens elsewhere each time; only that line of the settings changes. */
function pointAtModel(client: ConnectedClient, { home }: Rig, url: string): void {
  const path = client.settings(url)?.path;
  if (path === undefined) return;
  const file = join(home, path);
  const now = readFileSync(file, 'utf8');
  writeFileSync(file, now.replace(/http:\/\/127\.0\.0\.1:\d+/, url));
}

interface Parts {
  readonly rig: Rig;
  readonly client: ConnectedClient;
  readonly puppet: Puppet;
  readonly leave: () => Promise<number | null>;
  readonly kill: () => Promise<void>;
}

function handsOf({ rig, client, puppet, leave, kill }: Parts): Hands {
  const once: Hands['once'] = async (tool, input = {}) => heard((await puppet.call(client.tool(tool), input)).text);
  const answered = async (said: Promise<Heard>): Promise<Heard> => {
    const answer = await said;
    return answer.status === 'RUNNING' ? answered(once('check_work', { ticket: answer.ticket ?? '' })) : answer;
  };
  const shell: Hands['shell'] = async (command) => {
    const { name, input } = client.shell(command);
    return (await puppet.call(name, input)).text;
  };
  return {
    once,
    shell,
    leave,
    kill,
    task: () => answered(once('get_task')),
    submit: (summary, more = {}) => answered(once('submit_work', { summary, ...more })),
    check: (ticket) => answered(once('check_work', { ticket })),
    scope: () => answered(once('request_scope_reduction')),
    escalate: (markdown_report) => answered(once('escalate_for_external_help', { markdown_report })),
    offered: async () => (await puppet.tools()).map((tool) => tool.name),
    write: async (files) => {
      for (const [path, text] of Object.entries(files)) {
        const file = join(rig.folder, path);
        let said = '';
        for (const { name, input } of client.write(file, text, existsSync(file))) {
          said = (await puppet.call(name, input)).text;
        }
        // A shell ends a file with a line.
        if (rig.read(path).trimEnd() !== text.trimEnd()) throw new Error(`${path} was not written: ${said}`);
      }
    },
  };
}

function endOf(child: ChildProcess, puppet: Puppet, title: string): Promise<number | null> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
  return new Promise((resolve) => {
    const end = (code: number | null, why: string) => {
      puppet.gone(new Error(`${title} ${why}:\n${said.slice(-3_000)}`));
      resolve(code);
    };
    child.on('error', (error) => end(null, `did not start: ${error.message}`));
    child.on('close', (code, signal) => end(code, `ended with ${code ?? signal}`));
  });
}

/** Also when it ended by itself: the server it started may still be on its way out, and writes into the project's home. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // None of them is left.
  }
}
