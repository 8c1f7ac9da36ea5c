/** `feat: New Thing` → `feat/new-thing`; taken names get a number. */
export function branchName(title: string, taken: (name: string) => boolean): string {
  const [, kind, rest] = /^([a-z]+)(?:\([^)]*\))?!?:\s*(.+)$/i.exec(title) ?? [null, 'pr', title];
  const wanted = `${slug(kind ?? 'pr') || 'pr'}/${slug(rest ?? title) || 'change'}`;
  let name = wanted;
  for (let n = 2; taken(name); n++) name = `${wanted}-${n}`;
  return name;
}

const LONGEST = 60;

const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
