import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export type Who = 'root' | 'an ordinary user';

const Answer = z.object({ gotIn: z.boolean(), outcome: z.string(), exitCode: z.number().nullable(), said: z.string() });
export type Answer = z.infer<typeof Answer>;
const Ready = z.object({ ability: z.looseObject({ kind: z.string() }) });

export interface Driver {
  readonly ability: z.infer<typeof Ready>['ability'];
  peek(id: string, sandbox: boolean): Promise<Answer>;
  stop(): Promise<void>;
}

const NOBODY = 65_534;
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Why peeks cannot be run as this user, or null. */
export function cannotBe(who: Who): string | null {
  const root = process.getuid?.() === 0;
  if (who === 'root') return root ? null : 'the tests are not run as root';
  return root ? closedFolder(here('./')) : null;
}

/** The first folder on the way that another user may not enter: there nothing of this clone can be started. */
function closedFolder(folder: string): string | null {
  const closed = folder
    .split('/')
    .map((_, at, parts) => parts.slice(0, at + 1).join('/') || '/')
    .find((each) => (statSync(each).mode & 0o001) === 0);
  return closed === undefined ? null : `the clone lies in ${closed}, which only its owner may enter`;
}

/** Starts the process that runs peeks, as this user, with secrets where a careless person leaves them. */
export async function startDriver(who: Who): Promise<Driver> {
  const uid = who === 'root' ? 0 : process.getuid?.() === 0 ? NOBODY : (process.getuid?.() ?? NOBODY);
  const secret = `secret-${randomBytes(12).toString('hex')}`;
  const base = mkdtempSync(join(tmpdir(), 'assay-peeks-'));
  const home = join(base, 'home');
  const open = join(base, 'open.txt');
  mkdirSync(home);
  writeFileSync(open, secret);
  if (uid === NOBODY) for (const path of [base, home, open]) chownSync(path, NOBODY, NOBODY);

  const become = uid === NOBODY ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  const careless = ['/usr/bin/python3', here('./careless-start.py'), secret, open];
  const [program = '', ...args] = [...become, ...careless, process.execPath, here('./driver.ts'), base, secret];
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, PEEK_TOKEN: secret, LANG: 'C.UTF-8' };
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.stdin.on('error', () => undefined); // it ended: the reading tells
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const read = async (): Promise<unknown> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`the driver (${who}) ended`);
    return JSON.parse(String(value));
  };
  const { ability } = Ready.parse(await read());
  return {
    ability,
    async peek(id, sandbox) {
      child.stdin.write(`${JSON.stringify({ id, sandbox })}\n`);
      return Answer.parse(await read());
    },
    async stop() {
      child.stdin.end();
      await ended;
      rmSync(base, { recursive: true, force: true });
    },
  };
}
