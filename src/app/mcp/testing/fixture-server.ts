import { systemClock } from '#host/clock.ts';
import { closeOnSignals } from '../close-on-signals.ts';
import { reserveStdout } from '../reserve-stdout.ts';
import { serveStdio } from '../serve-stdio.ts';
import type { ShellLog } from '../shell.ts';
import { testTools } from './test-tools.ts';

// A server process for the stdio tests: `node fixture-server.ts [limits as JSON]`. Notes and logs go to stderr.
const say = (level: string) => (message: string) => void process.stderr.write(`${level} ${message}\n`);
const log: ShellLog = { info: say('info'), warn: say('warn'), error: say('error') };

const server = await serveStdio(
  {
    name: 'fixture',
    version: '0.0.1',
    instructions: 'Use echo to hear yourself.',
    tools: testTools(say('note')),
    clock: systemClock,
    log,
    cwd: process.cwd(),
    env: process.env,
    limits: JSON.parse(process.argv[2] ?? '{}'),
  },
  { stdin: process.stdin, stdout: reserveStdout(process) },
);
closeOnSignals(server, process);
server.closed.then(() => {
  log.info('closed');
  process.exit(0);
});
