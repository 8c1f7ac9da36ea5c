import { cp, lstat, mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { INSIDE } from './bubblewrap.ts';

/**
 * Makes the /etc that sandboxes see: a copy of what programs need to read. One folder, since each mount costs a command
 * 0.1 ms. It is an allow-list: the real /etc also holds password hashes, host keys, private keys (ssl/private) and
 * registry tokens (npmrc, pip.conf).
 */
export async function makeEtc(target: string, source = '/etc'): Promise<void> {
  await mkdir(target, { recursive: true });
  const versioned = (await readdir(source)).filter((name) => WITH_VERSION.test(name));
  await Promise.all([...NEEDED, ...versioned].map((name) => copy(join(source, name), join(target, name))));
  await Promise.all(Object.entries(MADE_UP).map(([name, text]) => writeFile(join(target, name), text)));
}

const NEEDED = [
  'alternatives',
  'ca-certificates.conf',
  'crypto-policies',
  'debian_version',
  'fonts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'locale.alias',
  'localtime',
  'magic',
  'magic.mime',
  // Maven's settings.xml may hold passwords; these files only say how it starts.
  'maven/logging',
  'maven/m2.conf',
  'mime.types',
  'mtab',
  'os-release',
  'perl',
  // Which extensions PHP loads.
  'php',
  'php.d',
  'php.ini',
  'pki/ca-trust/extracted',
  'pki/tls/cert.pem',
  'pki/tls/certs',
  'pki/tls/openssl.cnf',
  'protocols',
  'python3',
  'services',
  'ssl/cert.pem',
  'ssl/certs',
  'ssl/openssl.cnf',
  'timezone',
];
const WITH_VERSION = /^(?:java-\d+|php\d+$|python3\.\d)/;

/** The user inside, and that there are no others. */
const MADE_UP: Readonly<Record<string, string>> = {
  passwd: [
    'root:x:0:0:root:/:/bin/sh',
    `${INSIDE.user}:x:${INSIDE.uid}:${INSIDE.uid}::${INSIDE.home}:/bin/sh`,
    'nobody:x:65534:65534::/:/bin/false\n',
  ].join('\n'),
  group: `root:x:0:\n${INSIDE.user}:x:${INSIDE.uid}:\nnogroup:x:65534:\n`,
  hosts: '127.0.0.1 localhost sandbox\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\nservices: files\nprotocols: files\n',
};

async function copy(from: string, to: string): Promise<void> {
  const entry = await lstat(from).catch(() => undefined);
  if (entry === undefined) return;
  await mkdir(dirname(to), { recursive: true });
  const dereference = entry.isSymbolicLink() && !(await leadsInside(from));
  // What this user may not read must not be readable in the sandbox either.
  await cp(from, to, { recursive: true, verbatimSymlinks: !dereference, dereference, filter: isReadable }).catch(
    () => undefined,
  );
}

/** A link to a place that exists in a sandbox as well can stay a link. */
async function leadsInside(link: string): Promise<boolean> {
  return /^\/(?:usr|proc)\//.test(resolve(dirname(link), await readlink(link)));
}

async function isReadable(path: string): Promise<boolean> {
  const { mode } = await lstat(path);
  return (mode & 0o004) !== 0;
}
