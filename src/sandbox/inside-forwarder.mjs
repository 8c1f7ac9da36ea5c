// Runs inside the sandbox, around a command: ports of its private 127.0.0.1 lead to the sockets bound into it.
// node forwarder.mjs PORT=SOCKET… -- PROGRAM ARGUMENT…
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { constants } from 'node:os';

const end = process.argv.indexOf('--');
const ports = process.argv.slice(2, end).map((pair) => pair.split(/=(.*)/s));
const [program, ...args] = process.argv.slice(end + 1);

for (const [port, socket] of ports) {
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ path: socket, allowHalfOpen: true });
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  server.listen(Number(port), '127.0.0.1');
  await once(server, 'listening');
}

const child = spawn(program, args, { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`assay-sandbox: cannot start ${program} (${error.code})`);
  process.exit(127);
});
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
