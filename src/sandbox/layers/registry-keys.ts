import type { PythonIndexes } from './python-indexes.ts';

/** A credential of the person's, and the registry that it is for. */
export interface RegistryKey {
  /** Without a name and a password in it. */
  readonly url: URL;
  /** The header's value. */
  readonly authorization: string;
}

type Env = Readonly<Record<string, string | undefined>>;

export interface KeyFiles {
  /** The machine's and the person's .npmrc, of which the later counts. Never a project's. */
  readonly npmrc: readonly string[];
  readonly netrc: string;
}

/** What the person's own npm, pip and uv would sign their requests with. */
export function registryKeys(files: KeyFiles, python: readonly PythonIndexes[], env: Env): RegistryKey[] {
  const indexes = python.flatMap(({ index, extra, links }) => [...(index ? [index] : []), ...extra, ...links]);
  const keys = [...npmKeys(files.npmrc, env), ...indexes.flatMap((text) => indexKey(text, files.netrc))];
  return [...Map.groupBy(keys, ({ url }) => url.href).values()].flatMap(([first]) => first ?? []);
}

/** `//npm.corp/path/:_authToken=…`, `:_auth=…`, `:username=…` with `:_password=…`. */
function npmKeys(texts: readonly string[], env: Env): RegistryKey[] {
  const places = new Map<string, Record<string, string>>();
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const [, place, name, value] =
      /^\s*(\/\/[^\s=]+?):(_authToken|_auth|username|_password)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (place === undefined || name === undefined) continue;
    places.set(place, { ...places.get(place), [name]: filled(unquoted(value ?? ''), env) });
  }
  return [...places].flatMap(([place, { _authToken, _auth, username, _password }]) => {
    const url = registryAt(`https:${place}`);
    const pair =
      username === undefined || _password === undefined
        ? undefined
        : base64(`${username}:${Buffer.from(_password, 'base64').toString()}`);
    const said = _authToken ? `Bearer ${_authToken}` : (_auth ?? pair) ? `Basic ${_auth ?? pair}` : null;
    return url === null || said === null ? [] : [{ url, authorization: said }];
  });
}

/** npm leaves a variable that is not set as it is written: no credential then. */
const filled = (text: string, env: Env): string => {
  const value = text.replaceAll(/\$\{([^}]+?)\??\}/g, (whole, name: string) => env[name] ?? whole);
  return value.includes('${') ? '' : value;
};

const unquoted = (text: string): string => /^"(.*)"$|^'(.*)'$/.exec(text)?.slice(1).find(Boolean) ?? text;

/** A name and a password in the address itself, or those that the person's .netrc has for its host. */
function indexKey(text: string, netrc: string): RegistryKey[] {
  const url = registryAt(text);
  if (url === null) return [];
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const own = username === '' ? null : { login: decodeURIComponent(username), password: decodeURIComponent(password) };
  const said = own ?? netrcOf(url.hostname, netrc);
  if (said === null) return [];
  // Files lie beside the index: in `/simple` and in `/packages`.
  const beside = new URL(url.pathname.replace(/\/\+?simple\/?$/, '/'), url);
  const authorization = `Basic ${base64(`${said.login}:${said.password}`)}`;
  return (beside.href === url.href ? [url] : [url, beside]).map((each) => ({ url: each, authorization }));
}

function netrcOf(host: string, netrc: string): { login: string; password: string } | null {
  const words = netrc.replaceAll(/^\s*#.*$/gm, '').split(/\s+/);
  const at = words.findIndex((word, index) => word === 'machine' && words[index + 1] === host);
  if (at < 0) return null;
  const rest = words.slice(at + 2);
  const end = rest.findIndex((word) => word === 'machine' || word === 'default');
  const own = end < 0 ? rest : rest.slice(0, end);
  const value = (name: string): string | undefined => (own.includes(name) ? own[own.indexOf(name) + 1] : undefined);
  const login = value('login');
  return login === undefined ? null : { login, password: value('password') ?? '' };
}

const registryAt = (text: string): URL | null =>
  URL.canParse(text) && new URL(text).protocol === 'https:' ? new URL(text) : null;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
