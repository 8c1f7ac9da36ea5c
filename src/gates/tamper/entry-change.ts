import { posix } from 'node:path';

/**
 * Entries of a package that now lead to another file although the old one still exists: the delivered program would not
 * be the tested one. A new entry is allowed, and so is an entry that follows its moved file. Pure.
 */
export function redirectedEntries(
  path: string,
  before: string | null,
  after: string | null,
  files: ReadonlySet<string>,
): string[] {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  if (was === null || is === null) return [];
  const fileOf = (target: string): string | null => {
    const at = posix.join(posix.dirname(path), target);
    return (
      [at, `${at}.js`, `${at}.cjs`, `${at}.mjs`, posix.join(at, 'index.js')].find((each) => files.has(each)) ?? null
    );
  };
  return [...was].flatMap(([name, targets]) => {
    const now = (is.get(name) ?? []).flatMap((target) => fileOf(target) ?? []);
    const gone = targets.flatMap((target) => fileOf(target) ?? []).filter((file) => !now.includes(file));
    const [old] = gone;
    const other = now.find((file) => !targets.some((target) => fileOf(target) === file));
    return old === undefined || other === undefined ? [] : [`${name} led to ${old} and leads to ${other}`];
  });
}

/** The file behind each name that a user of the package can ask for: `.`, `./sub`, `bin sums`. With `exports`, `main` is not read. */
function entriesOf(manifest: string | null): ReadonlyMap<string, readonly string[]> | null {
  const read = asRecord(parsed(manifest));
  if (read === null) return null;
  const found = new Map<string, readonly string[]>();
  const exported = asRecord(read.exports);
  const isByPath = exported !== null && Object.keys(exported).some((key) => key.startsWith('.'));
  if (isByPath) for (const [key, value] of Object.entries(exported)) found.set(key, targetsIn(value));
  else found.set('.', targetsIn(read.exports ?? [read.main ?? 'index.js', read.module]));
  const programs = asRecord(read.bin);
  if (programs === null) found.set('bin', targetsIn(read.bin));
  else for (const [name, value] of Object.entries(programs)) found.set(`bin ${name}`, targetsIn(value));
  return found;
}

/** Every file that a manifest offers to a user of the package. */
export const deliveredTargets = (manifest: string): string[] =>
  [...(entriesOf(manifest) ?? [])].flatMap(([, files]) => files);

/** Declaration files contain only types: nothing runs them. */
const targetsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.includes('*') || /\.d\.[cm]?ts$/.test(value) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(targetsIn);
  return Object.values(asRecord(value) ?? {}).flatMap(targetsIn);
};

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : null;
