// Run inside of a sandbox: prints a line for each thing that it could not do.
// Arguments: a file outside (with another, `secret`, beside it), a port outside, and the names of variables that must not be here.
const { connect } = require('node:net');
const { createSocket } = require('node:dgram');
const { readFileSync, writeFileSync } = require('node:fs');

const [file, port, ...names] = process.argv.slice(1);

try {
  // Where it seems to succeed, the starter looks at the file: some sandboxes show an empty folder in its place.
  writeFileSync(file, 'written inside');
} catch {}
try {
  readFileSync(file.replace(/outside$/, 'secret'));
} catch {
  console.log('files');
}
if (names.every((name) => process.env[name] === undefined)) console.log('environment');

const loopback = new Promise((resolve) => {
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('connect', () => resolve(null)).on('error', ({ code }) => resolve(code));
});

// An address that belongs to nobody; connecting a datagram socket sends nothing.
const outwards = new Promise((resolve) => {
  const socket = createSocket('udp4');
  socket.on('error', ({ code }) => resolve(code));
  socket.connect(9, '192.0.2.1', (error) => resolve(error?.code ?? null));
});

// Without a network nothing leads outwards anyway: then only a refusal, or a closed loopback, shows that it is held back.
Promise.all([loopback, outwards]).then(([near, far]) => {
  if (far === 'EPERM' || far === 'EACCES' || (far !== null && near !== null)) console.log('network');
  process.exit(0);
});
