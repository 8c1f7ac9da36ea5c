import { isExactPath, type ProjectPath, pathMatches } from './path-pattern.ts';

/** Files that hold keys, by the names they usually have. */
export const SECRETS: readonly string[] = [
  '.env',
  '.env.*',
  '*.env',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
  '*.kdbx',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  '.npmrc',
  '.yarnrc.yml',
  '.netrc',
  '_netrc',
  '.pypirc',
  '.git-credentials',
  '.pgpass',
  '.my.cnf',
  '.htpasswd',
  '.dockercfg',
  '.vault-token',
  'credentials.json',
  'service-account*.json',
  'secrets.yml',
  'secrets.yaml',
  'secrets.json',
  'terraform.tfstate',
  '*.tfvars',
  '.ssh',
  '.aws',
  '.gnupg',
  '.kube',
  '.docker/config.json',
  '.config/gcloud',
  '.config/gh',
  '.azure',
  '.password-store',
  '//proc/*/environ',
  '//proc/*/mem',
  '//etc/shadow',
];

const EXAMPLES = /\.(?:example|sample|template|dist|pub)$/i;

/** Files that decide what runs, or what an agent may do: changing them changes the rules. */
export const RULES: readonly string[] = [
  '.git',
  '.assay/config.json',
  '.claude/settings*.json',
  '.codex/config.toml',
  '.mcp.json',
  '~/.assay',
];

/** The built-in pattern that guards a path; null when none does. */
export function guardOf(place: ProjectPath, action: 'read' | 'write', home?: string): string | null {
  const options = { anyCase: true, ...(home === undefined ? {} : { home }) };
  const secret = EXAMPLES.test(place.absolute) ? undefined : SECRETS.find((pattern) => guards(pattern, place, options));
  if (secret !== undefined) return secret;
  const rules = action === 'write' ? RULES.find((pattern) => guards(pattern, place, options)) : undefined;
  // The person's own Assay folder contains credentials too.
  return rules ?? (pathMatches('~/.assay', place, options) ? '~/.assay' : null);
}

/**
 * A guard applies everywhere, so its pattern is matched against the whole path and not only below the project's top.
 */
function guards(pattern: string, place: ProjectPath, options: { anyCase: boolean; home?: string }): boolean {
  if (/^~?\//.test(pattern)) return pathMatches(pattern, place, options);
  const everywhere = pattern.includes('/') ? `**/${pattern}` : pattern;
  return pathMatches(everywhere, { absolute: place.absolute, inside: place.absolute.slice(1) }, options);
}

/** A rule opens a guarded path only by naming it: exactly, or by the very pattern that guards it. */
export const opensGuard = (pattern: string, guard: string): boolean => pattern === guard || isExactPath(pattern);
