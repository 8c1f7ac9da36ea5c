/**
 * Texts that are recognised as secrets by their shape. If the pattern has a group, the group is the secret, and it
 * comes last; else the whole match is. None but the private key spans lines, so that a stream can be cut at a line's
 * end.
 */
const SHAPES: Readonly<Record<string, RegExp>> = {
  'anthropic-key': /(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{16,}/,
  // At least one digit, so that `sk-loading-spinner-container` is left alone.
  'openai-key': /(?<![A-Za-z0-9])sk-(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,}/,
  'stripe-key': /(?<![A-Za-z0-9])[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/,
  'github-token': /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/,
  'gitlab-token': /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,}/,
  'npm-token': /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36,}/,
  'aws-key': /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/,
  'google-key': /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}/,
  'slack-token': /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,}/,
  jwt: /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/,
  authorization:
    /[Aa](?:uthorization|UTHORIZATION)["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:[A-Za-z]{1,20}[ \t]{1,4})?([A-Za-z0-9._~+/=:-]{8,})/,
  bearer: /(?<![A-Za-z0-9])[Bb](?:earer|EARER)[ \t]{1,4}([A-Za-z0-9._~+/=-]{16,})/,
  'url-password': /:\/\/[^\s:@/?#]{0,128}:([^\s@/?#]{1,256})(?=@)/,
  // `password=…` in prose, commands and configuration. Code that only names one (`password: string`, `password =
  // form.password`, `hash(password)`) stays readable.
  password:
    /(?:[Pp]ass(?:word|wd|phrase)|PASS(?:WORD|WD|PHRASE)|[Aa]pi[_-]?[Kk]ey|API_?KEY)(?:=(?!=)|\\?["']?[ \t]{0,4}(?:=(?![=>])|:)[ \t]{0,4}(?=\\?["'][^\s"']{1,256}["']|[^\s"'`]{0,200}[0-9!@#%^&*]))\\?["']?(?![$<({[*]|[\w$.]*\(|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+(?![\w$])|(?:[Pp]ass(?:word|wd|phrase)|[Nn]ull|[Nn]one|[Tt]rue|[Ff]alse|undefined|string|str|any|unknown)(?!\w))([^\s"'`,;\\]{3,})/,
  'private-key':
    /-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----(?:(?:[^-]|-(?!-)){0,16384}?-----END [A-Z ]{0,32}PRIVATE KEY-----|(?:(?:\s|\\[nr])+(?:[A-Za-z0-9+/=]{16,}|[A-Z][A-Za-z-]{1,30}: [^\s\\]{1,100}))+)/,
};

/** On one line, no shape needs more text than this to be recognised. */
export const LONGEST_PREFIX = 2_200;

/** The longest private key, first and last line included. */
const LONGEST_KEY = 16_700;
const KEY_BEGIN = /-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----/g;
const KEY_END = /-----END [A-Z ]{0,32}PRIVATE KEY-----/;

export interface FoundSecret {
  /** Where the text that announces the secret begins: `Bearer `, for instance. */
  readonly from: number;
  /** Where the secret itself begins and ends. */
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

const names = Object.keys(SHAPES);
/** One expression, so that the text is scanned once. Group names take no hyphen. */
const groupName = (name: string): string => name.replaceAll('-', '_');
const everyShape = new RegExp(
  Object.entries(SHAPES)
    .map(([name, shape]) => {
      const group = groupName(name);
      return `(?<${group}>${shape.source.replace('([', `(?<${group}_secret>[`)})`;
    })
    .join('|'),
  'g',
);

/** All matches in a text, in order. */
export function findShapes(text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const match of text.matchAll(everyShape)) {
    const name = names.find((one) => match.groups?.[groupName(one)] !== undefined) ?? 'secret';
    const end = match.index + match[0].length;
    const secret = match.groups?.[`${groupName(name)}_secret`] ?? match[0];
    found.push({ from: match.index, start: end - secret.length, end, name });
  }
  return found;
}

/** Where a private key begins whose end may still follow, or the text's length. */
export function startOfOpenKey(text: string): number {
  const offset = Math.max(0, text.length - LONGEST_KEY);
  const recent = text.slice(offset);
  for (const begin of recent.matchAll(KEY_BEGIN)) {
    if (!KEY_END.test(recent.slice(begin.index))) return offset + begin.index;
  }
  return text.length;
}
