/** The first line of a text, trimmed and no longer than `most`. */
export const firstLine = (text: string, most = Number.POSITIVE_INFINITY): string =>
  text.trim().split('\n', 1)[0]?.slice(0, most) ?? '';

/** On one line, without control characters: text of agents must not control a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
export const oneLine = (text: string): string => text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();

export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

export const count = (n: number): string => Math.round(n).toLocaleString('en-US');

// Created once: loading a locale costs more than formatting.
const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});

/** The local time of day: `09:05:31`. */
export const clockTime = (at: number): string => clock.format(at);

/** A text as a regular expression that matches exactly it. */
export const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
