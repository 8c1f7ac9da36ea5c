/** `_KEY`, `_TOKEN` … at the end of a name, or `PASSWORD` anywhere in it. */
const SECRET_NAME =
  /(?:^|_)(?:KEY|KEYS|TOKEN|TOKENS|SECRET|SECRETS|CREDENTIAL|CREDENTIALS|CREDS|PASS|PAT|PWD|AUTH|DSN|COOKIE|APIKEY|WEBHOOK(?:_URL)?|CONNECTION_STRING|DATABASE_URL)$|PASSWORD|PASSWD|PASSPHRASE|PRIVATE_?KEY|API_?KEY|ACCESS_?KEY|AUTH_?TOKEN|SECRET_/;

/** Names that end like a secret's and are none. */
const INNOCENT = new Set(['PWD', 'OLDPWD', 'SSH_AUTH_SOCK']);

/** Whether an environment variable of this name is likely to hold a secret. */
export function looksSecret(name: string): boolean {
  const upper = name.toUpperCase();
  return SECRET_NAME.test(upper) && !INNOCENT.has(upper);
}

/**
 * Whether a field of this name in a JSON object holds a secret. Narrower than for variables: `idempotencyKey`,
 * `resumeToken` and `tokens` are ordinary fields.
 */
export function isSecretField(name: string): boolean {
  return SECRET_FIELDS.has(name.toLowerCase().replace(/[-_]/g, ''));
}

const SECRET_FIELDS = new Set([
  'password',
  'passwd',
  'passphrase',
  'secret',
  'clientsecret',
  'apikey',
  'xapikey',
  'secretkey',
  'secretaccesskey',
  'privatekey',
  'accesstoken',
  'refreshtoken',
  'authtoken',
  'idtoken',
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'credentials',
]);
