import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { SandboxPolicy } from '#contracts/sandbox.ts';
import { runProcess } from '#host/run-process.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { allPeeks } from './all-peeks.ts';
import { GOT_IN, type Peek, type PeekRun } from './peek.ts';
import { type ProgramSandboxes, takeSandboxes } from './take-sandboxes.ts';
import { makeWorld, type World } from './world.ts';

// Runs peeks as the user it is started by: a line { id, sandbox } in, a line { gotIn, outcome, said } out.
// Its arguments hold the secret, as a careless program's might: node driver.ts FOLDER SECRET

const Request = z.object({ id: z.string(), sandbox: z.boolean() });
const [base = '', secret = ''] = process.argv.slice(2);
const own = join(base, 'sandbox-own');
mkdirSync(own, { recursive: true });
const sandbox = await createSandbox({ folder: own, env: process.env });
const world = await makeWorld({ base, secret, options: own });
console.log(JSON.stringify({ ability: sandbox.ability }));

for await (const line of createInterface(process.stdin)) {
  const { id, sandbox: on } = Request.parse(JSON.parse(line));
  const peek = allPeeks.find((each) => each.id === id);
  if (peek === undefined) throw new RangeError(`no peek ${id}`);
  if (peek.programSandbox) console.log(JSON.stringify(await attemptFromSandbox(peek, on)));
  else console.log(JSON.stringify(await attempt(peek, on ? inside : bareIn(world), world)));
}
world.close();
process.exit();

type Run = (program: string, args: readonly string[], peek: Peek) => Promise<PeekRun>;

async function attempt(peek: Peek, run: Run, at: World) {
  await at.renew();
  const [program, flag] = peek.language === 'python' ? ['/usr/bin/python3', '-c'] : ['/bin/sh', '-c'];
  const result = await run(program, [flag, peek.script], peek);
  // Git afterwards on the same side as the peek: that it stays inside is the rule under test.
  const after = peek.afterwards === undefined ? undefined : await run('git', peek.afterwards, peek);
  const gotIn = await (peek.gotIn ?? printedIt)(result, at);
  const said = [result, after].map((each) => `${each?.stdout.text ?? ''}${each?.stderr.text ?? ''}`).join('\n');
  return { gotIn, outcome: result.outcome, exitCode: result.exitCode, said: said.slice(0, 1500) };
}

async function attemptFromSandbox(peek: Peek, on: boolean) {
  const programSandboxes: ProgramSandboxes = await takeSandboxes({
    root: join(base, 'assay'),
    folder: world.workspace,
    sandbox,
    secret,
  });
  try {
    const here: World = { ...world, variables: () => ({ ...world.variables(), ...programSandboxes.variables }) };
    const env = here.variables();
    const run: Run = on ? (program, args) => programSandboxes.run({ program, args: [...args], env }) : bareIn(here);
    return await attempt(peek, run, here);
  } finally {
    await programSandboxes.leave();
  }
}

function printedIt(run: PeekRun, at: World): boolean {
  const said = run.stdout.text + run.stderr.text;
  return said.includes(at.secret) || run.stdout.text.includes(GOT_IN);
}

async function inside(program: string, args: readonly string[], peek: Peek): Promise<PeekRun> {
  return sandbox.exec({ program, args: [...args], env: world.variables(), timeoutMs: 60_000 }, policy(peek));
}

/** As a program is started that is not sandboxed: everything of ours is there. */
function bareIn(at: World): Run {
  const env = { ...process.env, ...at.variables() };
  return (program, args) => runProcess({ program, args, cwd: at.workspace, env, timeoutMs: 60_000 });
}

function policy(peek: Peek): SandboxPolicy {
  const MIB = 1024 ** 2;
  const limits = { processes: 256, memoryBytes: 1024 * MIB, scratchBytes: 64 * MIB, outputBytes: 64 * MIB };
  return {
    writable: [{ from: world.workspace, at: '/workspace' }],
    readOnly: [],
    network: 'none',
    limits: { ...limits, ...peek.limits },
  };
}
