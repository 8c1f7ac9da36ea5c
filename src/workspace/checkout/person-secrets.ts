import { posix } from 'node:path';
import { looksSecret } from '#host/secret-names.ts';
import { findShapes } from '#host/secret-shapes.ts';

/**
 * Why a file that a person keeps beside the repository is not copied: its name, or its content. Null where nothing
 * prevents a copy. Anyone who works in a workspace can read all of it.
 */
export function secretOf(path: string, text: string): string | null {
  if (NAMES.test(path) || isPersonsEnv(posix.basename(path))) return 'its name says that it holds secrets';
  const shape = findShapes(text).find(({ start, end }) => isReal(text.slice(start, end)));
  if (shape) return `it holds what looks like a secret (${shape.name})`;
  const named = [...text.matchAll(ASSIGNED)].find(
    ([, name = '', value = '']) => looksSecret(wordOf(name)) && isReal(value),
  );
  return named ? `it holds what looks like a secret (${named[1]})` : null;
}

const NAMES =
  /(^|\/)(\.(ssh|aws|gnupg|azure|gcloud|kube|docker)\/.*|id_(rsa|dsa|ecdsa|ed25519)[^/]*|[^/]+\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfvars)|\.?(netrc|_netrc|npmrc|pypirc|git-credentials|htpasswd|vault-token|pgpass|my\.cnf)|credentials(\.\w+)?|secrets?\.(json|ya?ml|toml|env|ini)|[^/]*service-?account[^/]*\.json)$/i;

/** `.env` and the like; files for tests or examples are judged by their content. */
const isPersonsEnv = (name: string): boolean =>
  /^\.env(\.|$)/.test(name) && !/\.(tests?|testing|ci|example|sample|template|dist|defaults?)$/.test(name);

/** `NAME=value`, `export NAME="value"`, `name: value`, `"name": "value"`. */
const ASSIGNED = /^[ \t]*(?:export[ \t]+)?["']?([A-Za-z_][\w.-]*)["']?[ \t]*[:=][ \t]*["']?([^"'\s#,]+)/gm;

/** As a variable would be called: `stripe.apiKey` is STRIPE_API_KEY. */
const wordOf = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[.-]/g, '_');

/** Placeholders that people write where no secret is needed. */
const isReal = (value: string): boolean =>
  value.length >= 8 &&
  !/^(\$\{?\w|<|x{4,}|\*{3,})|change-?me|example|dummy|placeholder|secret$|password$|^(test|fake|local|your)[-_]/i.test(
    value,
  );
