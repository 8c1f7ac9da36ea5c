import { Writable } from 'node:stream';

/**
 * Reserves stdout for the protocol: only the returned stream writes to it, and any other output of the process (a
 * library, a forgotten console.log) goes to stderr, where it does not break the client's parser.
 */
export function reserveStdout(io: {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}): Writable {
  const { stdout, stderr } = io;
  const write = stdout.write.bind(stdout);
  const reserved = new Writable({
    write: (chunk: Buffer, _encoding, done) => void write(chunk, done),
  });
  stdout.write = stderr.write.bind(stderr);
  stdout.once('close', () => reserved.destroy());
  stdout.on('error', (error) => reserved.destroy(error));
  return reserved;
}
