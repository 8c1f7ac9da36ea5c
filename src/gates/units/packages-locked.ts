/** Installed packages, each with its dependencies. */
export type Locked = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The installed packages according to the lockfile. With npm and yarn, an installed package that depends on a package of
 * the project may get the project's own, so a change can come back from outside. pnpm gives it the published one.
 */
export function packagesLocked(path: string, text: string): Locked {
  if (/(^|\/)(package-lock|npm-shrinkwrap)\.json$/.test(path)) return ofNpm(text);
  return /(^|\/)yarn\.lock$/.test(path) ? ofYarn(text) : new Map();
}

function ofNpm(text: string): Locked {
  const found = new Map<string, Set<string>>();
  try {
    const { packages = {} } = JSON.parse(text);
    for (const [place, told] of Object.entries<Record<string, unknown>>(packages)) {
      const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1];
      if (name === undefined || told.link === true) continue;
      const own = found.get(name) ?? new Set();
      for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
        for (const each of Object.keys((told[kind] as object | undefined) ?? {})) own.add(each);
      found.set(name, own);
    }
  } catch {
    return new Map();
  }
  return found;
}

/** Blocks of a name without indentation; below `dependencies:` a line each. Both generations of yarn write it so. */
function ofYarn(text: string): Locked {
  const found = new Map<string, Set<string>>();
  let own: Set<string> | null = null;
  let isList = false;
  for (const line of text.split('\n')) {
    const name = /^"?((?:@[^/"@]+\/)?[^@"\s]+)@/.exec(line)?.[1];
    if (name !== undefined) {
      own = line.includes('@workspace:') ? null : (found.get(name) ?? new Set());
      if (own) found.set(name, own);
      isList = false;
    } else if (/^ {2}\S/.test(line)) isList = /^ {2}\w*[dD]ependencies:$/.test(line);
    else if (isList) {
      const each = /^ {4}"?((?:@[^/"]+\/)?[^"\s:]+)/.exec(line)?.[1];
      if (each !== undefined) own?.add(each);
    }
  }
  return found;
}
