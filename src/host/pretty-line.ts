import type { Json } from '#contracts/json.ts';

export interface LogRecord {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, Json>>;
}

/**
 * For people: `12:34:56 warn  message  key=value`. Control characters are shown, not obeyed: messages quote untrusted
 * text.
 */
export function prettyLine({ time, level, message, fields }: LogRecord): string {
  const pairs = Object.entries(fields).map(([name, value]) => {
    const plain = typeof value === 'string' && /^[^\s"=]+$/.test(value);
    return `  ${visible(name)}=${visible(plain ? value : JSON.stringify(value))}`;
  });
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${visible(message)}${pairs.join('')}`;
}

const visible = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (one) => SHORT[one] ?? codeOf(one));

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const codeOf = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
