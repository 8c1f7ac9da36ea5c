import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import type { KeyedHosts } from '#contracts/sandbox.ts';
import type { RegistryKey } from '../layers/registry-keys.ts';
import { certificateAuthority } from './certificate.ts';
import { keyedHosts } from './keyed-hosts.ts';

/** The hosts of credentials, and the certificates that a program inside has to trust to talk to them. */
export interface KeyedTrust {
  readonly keyed: KeyedHosts;
  readonly certificates: readonly string[];
}

/** `named` are files of certificates that the person's own settings name. */
export async function trustFor(keys: readonly RegistryKey[], named: readonly string[]): Promise<KeyedTrust> {
  const authority = certificateAuthority(new Date());
  const own = await Promise.all([...new Set(named)].map((path) => readFile(path, 'utf8').catch(() => '')));
  const usual = [...getCACertificates('bundled'), ...getCACertificates('system'), ...getCACertificates('extra')];
  const trusted = [...new Set([...usual, ...own.flatMap(certificatesIn)])];
  return { keyed: keyedHosts(keys, authority, trusted), certificates: [...trusted, authority.cert] };
}

const certificatesIn = (text: string): readonly string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];

/** In a new folder of its own, for one run. */
export async function bundleFile(certificates: readonly string[]): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'assay-ca-')), 'ca.pem');
  await writeFile(file, certificates.map((each) => `${each.trim()}\n`).join(''));
  return file;
}

/** Its path inside, and the variables by which npm, pip, uv and their child programs find it. */
export const BUNDLE = '/run/install/ca.pem';
export const BUNDLED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
    ...['npm_config_cafile', 'PIP_CERT'],
  ].map((name) => [name, BUNDLE]),
);
