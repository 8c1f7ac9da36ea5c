import { fileURLToPath } from 'node:url';
import type { ManagerAnswers } from './ask-managers.ts';
import { type RegistryKey, registryKeys } from './registry-keys.ts';

/** The settings of this machine that an install gets: where packages come from, and nothing secret. */
export interface InstallSettings {
  /** The registries, which the sandbox's network exit allows. */
  readonly hosts: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Variable → the file or folder of certificates that it names. */
  readonly certificates: Readonly<Record<string, string>>;
  /** Folders of packages that replace a registry. */
  readonly folders: readonly string[];
  /** The person's credentials: they stay outside the sandbox. */
  readonly keys: readonly RegistryKey[];
}

type Env = Readonly<Record<string, string | undefined>>;

/** Python's default index. The other managers report theirs. */
const PYPI = ['pypi.org', 'files.pythonhosted.org'];
const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'];

export function installSettings({ npm, others, pip, uv, keyFiles }: ManagerAnswers, env: Env): InstallSettings {
  const python = [pip, ...(uv ? [uv] : [])];
  const scopes = Object.entries(npm).filter(([name]) => /^@[^/:]+:registry$/.test(name));
  const keys = registryKeys(keyFiles, python, env);
  const indexes = python.flatMap(({ index, extra, links }) => [...(index ? [index] : []), ...extra, ...links]);
  const keyed = keys.map(({ url }) => url.href);
  const named = [npm.registry, ...scopes.map(([, value]) => value), ...others, ...indexes, ...keyed];
  const places = named.flatMap((text) => placeOf(text));
  const usual = python.some(({ index, noIndex }) => index === undefined && !noIndex) ? PYPI : [];
  const hosts = places.flatMap((place) => (place.type === 'host' ? [place.host] : []));
  return {
    hosts: [...new Set([...hosts, ...usual])],
    keys: keys.filter(({ url }) => placeOf(url.href).length > 0),
    folders: [...new Set(places.flatMap((place) => (place.type === 'folder' ? [place.folder] : [])))],
    env: set({
      npm_config_registry: clean(npm.registry),
      ...Object.fromEntries(scopes.map(([name, value]) => [`npm_config_${name}`, clean(value)])),
      PIP_INDEX_URL: clean(pip.index),
      PIP_EXTRA_INDEX_URL: pip.extra.map(clean).join(' '),
      PIP_FIND_LINKS: pip.links.map(clean).join(' '),
      PIP_NO_INDEX: pip.noIndex ? '1' : '',
      UV_DEFAULT_INDEX: clean(uv?.index),
      UV_INDEX: uv?.extra.map(clean).join(' '),
      UV_FIND_LINKS: uv?.links.map(clean).join(','),
      UV_NO_INDEX: uv?.noIndex ? '1' : '',
      // It would come from a host that is no registry: the machine's own Python is used, or none.
      UV_PYTHON_DOWNLOADS: 'never',
    }),
    certificates: set({
      ...Object.fromEntries(CERTIFICATES.map((name) => [name, env[name]])),
      npm_config_cafile: npm.cafile,
      PIP_CERT: pip.cert,
    }),
  };
}

type Place = { readonly type: 'host'; readonly host: string } | { readonly type: 'folder'; readonly folder: string };

/** Plain http and ports of this machine are never a network exit of a sandbox. */
function placeOf(text: string | undefined): Place[] {
  if (text?.startsWith('/')) return [{ type: 'folder', folder: text }];
  const url = parsed(text);
  if (url?.protocol === 'file:') return [{ type: 'folder', folder: fileURLToPath(url) }];
  return url?.protocol !== 'https:' || OWN.test(url.hostname) ? [] : [{ type: 'host', host: url.host }];
}

const OWN = /^(?:localhost|.*\.localhost|127\..*|0\.0\.0\.0|\[::1?\])$/;

/** Without a name and password in the URL. */
function clean(text: string | undefined): string | undefined {
  const url = parsed(text);
  if (url === null || (url.username === '' && url.password === '')) return text;
  url.username = '';
  url.password = '';
  return url.href;
}

const parsed = (text: string | undefined): URL | null =>
  text !== undefined && URL.canParse(text) ? new URL(text) : null;

const set = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  );
