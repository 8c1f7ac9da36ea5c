import { posix } from 'node:path';

/**
 * Entries of a package that lead to another file now, although the old one is still there: what is delivered would be
 * another program than the one that was tested. An entry may be added, and one may follow its file to a new place. Pure.
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

/** What a user of the package gets, by what it is asked for: `.`, `./sub`, `bin sums`. Where `exports` is, `main` is not read. */
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

/** Declarations are types: nothing runs them. */
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
