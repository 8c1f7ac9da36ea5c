// A language server that misbehaves in the way its first argument names. Its pid, and that of a child that would
// outlive it, go to the file `pids` in the folder it is started in.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const [, , way] = process.argv;
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
writeFileSync('pids', `${process.pid} ${child.pid}`);

const send = (message) => {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
};
const answers = {
  initialize: (id) => send({ id, result: { capabilities: {} } }),
};
if (way === 'deaf') process.on('SIGTERM', () => {});
if (way === 'garbage') process.stdout.write('Welcome to the language server!\n');
if (way === 'dies') {
  process.stderr.write('out of luck\n');
  process.exit(3);
}
if (way === 'bad-header') process.stdout.write('Content-Type: none\r\n\r\n{}');
if (way === 'bad-json') process.stdout.write('Content-Length: 5\r\n\r\n{"a":');

let waiting = '';
process.stdin.on('data', (chunk) => {
  waiting += chunk;
  for (;;) {
    const head = /^Content-Length: (\d+)\r\n\r\n/.exec(waiting);
    if (!head || waiting.length < head[0].length + Number(head[1])) return;
    const message = JSON.parse(waiting.slice(head[0].length, head[0].length + Number(head[1])));
    waiting = waiting.slice(head[0].length + Number(head[1]));
    hear(message);
  }
});
process.stdin.on('end', () => way === 'deaf' || process.exit(0));
setInterval(() => {}, 1000);

function hear({ id, method }) {
  if (way === 'deaf') return;
  if (way === 'refuses' && id !== undefined) return send({ id, error: { code: -32603, message: 'not today' } });
  if (way === 'nonsense' && id !== undefined) return send({ id, result: { capabilities: 7 } });
  if (method in answers) return answers[method](id);
  if (method === 'shutdown') return send({ id, result: null });
  if (method === 'exit') return process.exit(0);
  if (id === undefined) return;
  if (way === 'dies-later') process.exit(4);
  if (way === 'floods')
    setInterval(() => send({ method: 'window/logMessage', params: { message: 'x'.repeat(100_000) } }), 0);
  if (way === 'wrong-shape') send({ id, result: [{ name: 5 }] });
}
