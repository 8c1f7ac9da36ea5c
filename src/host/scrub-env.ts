import { looksSecret } from './secret-names.ts';
import { findShapes } from './secret-shapes.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Variables that programs need and that hold no secrets. HOME is not one of them: the person's home holds keys, so a
 * caller passes the folder it wants. Nor are NODE_OPTIONS, LD_PRELOAD and the like, which inject code.
 */
const SAFE = new Set([
  'PATH',
  'LANG',
  'LANGUAGE',
  'TERM',
  'COLORTERM',
  'COLUMNS',
  'LINES',
  'TZ',
  'TMPDIR',
  'CI',
  'NO_COLOR',
  'FORCE_COLOR',
  'SHELL',
  'USER',
  'LOGNAME',
  'SOURCE_DATE_EPOCH',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
]);

export interface ScrubOptions {
  /** Further names to let through; one that looks secret is still removed. */
  readonly allow?: readonly string[];
  /** Variables to add, whatever they are: naming a value is intent. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** The variables of an environment that are safe for a program that runs untrusted code. */
export function scrubEnv(env: Env, options: ScrubOptions = {}): Record<string, string> {
  const allowed = new Set(options.allow);
  const safe: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !(SAFE.has(name) || name.startsWith('LC_') || allowed.has(name))) continue;
    if (looksSecret(name) || findShapes(value).length > 0) continue;
    safe[name] = value;
  }
  return { ...safe, ...options.extra };
}
