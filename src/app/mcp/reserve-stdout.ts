import { Writable } from 'node:stream';

/**
 * Keeps stdout for the protocol: the returned stream is the only way to it, and whatever else in the process prints
 * (a library, a forgotten console.log) lands on stderr, where it does not break the client's parser.
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
