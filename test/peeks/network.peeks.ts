import type { Peek } from './peek.ts';

const python = (id: string, title: string, script: string): Peek => ({
  id,
  title,
  language: 'python',
  script: `import os, socket\nsocket.setdefaulttimeout(3)\n${script}`,
});
const ask = (family: string, address: string): string =>
  `s = socket.socket(socket.${family})\ns.connect(${address})\nprint(s.recv(999).decode())`;

export const networkPeeks: readonly Peek[] = [
  python('loopback', 'a port of 127.0.0.1', ask('AF_INET', '("127.0.0.1", int(os.environ["W_PORT"]))')),
  python('any-address', 'the same port by 0.0.0.0', ask('AF_INET', '("0.0.0.0", int(os.environ["W_PORT"]))')),
  python('unix-socket', 'a Unix socket by its path', ask('AF_UNIX', 'os.environ["W_UNIX"]')),
  python('abstract-socket', 'an abstract Unix socket', ask('AF_UNIX', '"\\0" + os.environ["W_ABSTRACT"]')),
  python(
    'dns',
    'a DNS lookup',
    `s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.sendto(b"\\x12\\x34\\x01\\0\\0\\x01\\0\\0\\0\\0\\0\\0\\x04peek\\x04test\\0\\0\\x10\\0\\x01", ("127.0.0.1", int(os.environ["W_DNS"])))
print(s.recv(999).decode("latin1"))`,
  ),
  python(
    'vsock',
    'a socket to the host of a virtual machine',
    'socket.socket(40, socket.SOCK_STREAM)\nprint("GOT-IN")',
  ),
  {
    ...python('packet-socket', 'listening to the wire', 'socket.socket(17, socket.SOCK_RAW, 3)\nprint("GOT-IN")'),
    rootOnly: true,
  },
];
