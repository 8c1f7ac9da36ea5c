/** The first line of what a program or a person said, without the space around it, and no longer than `most`. */
export const firstLine = (text: string, most = Number.POSITIVE_INFINITY): string =>
  text.trim().split('\n', 1)[0]?.slice(0, most) ?? '';

export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
