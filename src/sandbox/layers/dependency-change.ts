import type { DependencyChange, NamedVersion } from '#contracts/dependencies.ts';
import type { LockedPackage } from './lock-packages.ts';

/** Compares what two versions of a lockfile ask for. */
export function changeBetween(before: readonly LockedPackage[], after: readonly LockedPackage[]): DependencyChange {
  const [old, now] = [byName(before), byName(after)];
  const added: NamedVersion[] = [];
  const removed: NamedVersion[] = [];
  const changed: { name: string; from: string; to: string }[] = [];
  const replaced: NamedVersion[] = [];
  for (const name of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [was, is] = [old.get(name) ?? new Map(), now.get(name) ?? new Map()];
    const fresh = [...is.keys()].filter((version) => !was.has(version));
    const gone = [...was.keys()].filter((version) => !is.has(version));
    // One removed and one added is a change of version; anything else is listed as it is.
    if (fresh.length === gone.length && fresh.length > 0)
      changed.push(...fresh.map((to, at) => ({ name, from: gone[at] ?? '', to })));
    else {
      added.push(...fresh.map((version) => ({ name, version })));
      removed.push(...gone.map((version) => ({ name, version })));
    }
    for (const [version, origin] of is)
      if (was.has(version) && was.get(version) !== origin) replaced.push({ name, version });
  }
  return { type: 'known', added, removed, changed, replaced };
}

/** In a sentence, for a note or a question to a person. */
export function describeChange(change: DependencyChange): string {
  if (change.type === 'unknown') return `an unknown change (${change.why})`;
  const { added, removed, changed, replaced } = change;
  const list = (word: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [`${word} ${names.slice(0, 10).join(', ')}${names.length > 10 ? ' and more' : ''}`];
  const parts = [
    ...list(
      'adds',
      added.map(({ name, version }) => `${name} ${version}`.trim()),
    ),
    ...list(
      'changes',
      changed.map(({ name, from, to }) => `${name} ${from} → ${to}`),
    ),
    ...list(
      'takes from another place',
      replaced.map(({ name, version }) => `${name} ${version}`),
    ),
    ...list(
      'removes',
      removed.map(({ name, version }) => `${name} ${version}`.trim()),
    ),
  ];
  return parts.length === 0 ? 'no package changes' : parts.join('; ');
}

/** Name → version → origin. */
function byName(packages: readonly LockedPackage[]): Map<string, Map<string, string>> {
  const names = new Map<string, Map<string, string>>();
  for (const { name, version, origin } of packages) {
    const versions = names.get(name) ?? new Map<string, string>();
    versions.set(version, [versions.get(version), origin].filter(Boolean).sort().join(' | '));
    names.set(name, versions);
  }
  return names;
}
