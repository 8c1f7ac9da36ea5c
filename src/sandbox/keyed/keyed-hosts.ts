import type { KeyedHosts } from '#contracts/sandbox.ts';
import type { RegistryKey } from '../layers/registry-keys.ts';
import type { Authority, Identity } from './certificate.ts';

/** The hosts of a person's credentials, and the paths that each credential is for. */
export function keyedHosts(keys: readonly RegistryKey[], authority: Authority, trusted: readonly string[]): KeyedHosts {
  const identities = new Map<string, Identity>();
  return {
    trusted,
    has: (host, port) => keys.some(({ url }) => url.hostname === host && Number(url.port || 443) === port),
    authorization(url) {
      const nearest = keys
        .filter((key) => isFor(key, url))
        .toSorted((a, b) => b.url.pathname.length - a.url.pathname.length)[0];
      return nearest?.authorization ?? null;
    },
    identity(host) {
      const known = identities.get(host) ?? authority.identityOf(host);
      identities.set(host, known);
      return known;
    },
  };
}

/** Paths below the registry, except its own calls (`/-/whoami`, `/-/npm/v1/tokens`): those reveal the person. */
function isFor({ url }: RegistryKey, asked: URL): boolean {
  const folder = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  const path = decoded(asked.pathname);
  return (
    asked.host === url.host &&
    path !== null &&
    `${path}/`.startsWith(folder) &&
    (!path.includes('/-/') || PACKAGE.test(path))
  );
}

const PACKAGE = /\/-\/(@[^/]+\/)?[^/]+\.tgz$/;

/** The path as a server reads it; null if servers may read it differently. */
function decoded(path: string): string | null {
  try {
    const text = decodeURIComponent(path);
    return /(^|\/)\.\.?(\/|$)|\/\/|\\|%/.test(text) ? null : text;
  } catch {
    return null;
  }
}
