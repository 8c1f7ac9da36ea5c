import { posix } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { tableOf } from '#host/table-of.ts';

/** One package that a lockfile asks for. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** Its origin and checksum, as in the lockfile; the same text means the same package. */
  readonly origin: string;
}

/** What a lockfile asks for; null when it cannot be read, so that it is not taken for empty. */
export function lockedPackages(lockfile: string, text: string): LockedPackage[] | null {
  const read = READERS[posix.basename(lockfile)];
  if (!read) return null;
  try {
    return read(text);
  } catch {
    return null;
  }
}

const READERS: Readonly<Record<string, (text: string) => LockedPackage[]>> = tableOf({
  'package-lock.json': readNpm,
  'npm-shrinkwrap.json': readNpm,
  'package.json': readManifest,
  'pnpm-lock.yaml': readPnpm,
  'yarn.lock': readYarn,
  'requirements.txt': readRequirements,
  'uv.lock': readTomlLock,
  'poetry.lock': readTomlLock,
});

const NpmEntry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
});
type NpmEntry = z.infer<typeof NpmEntry>;
const NpmOld = NpmEntry.extend({
  get dependencies() {
    return z.record(z.string(), NpmOld).optional();
  },
});
const NpmLock = z.object({
  packages: z.record(z.string(), NpmEntry).optional(),
  dependencies: z.record(z.string(), NpmOld).optional(),
});

function readNpm(text: string): LockedPackage[] {
  const { packages, dependencies } = NpmLock.parse(JSON.parse(text));
  if (packages)
    return Object.entries(packages)
      .filter(([path]) => path.includes('node_modules/'))
      .map(([path, entry]) => npmPackage(entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13), entry));
  if (dependencies) return oldPackages(dependencies);
  throw new Error('neither packages nor dependencies');
}

function oldPackages(dependencies: Record<string, z.infer<typeof NpmOld>>): LockedPackage[] {
  return Object.entries(dependencies).flatMap(([name, entry]) => [
    npmPackage(name, entry),
    ...(entry.dependencies ? oldPackages(entry.dependencies) : []),
  ]);
}

const npmPackage = (name: string, { version = '', resolved = '', integrity = '', link }: NpmEntry): LockedPackage => ({
  name,
  version: link ? 'link' : version,
  origin: `${resolved} ${integrity}`.trim(),
});

const Ranges = z.record(z.string(), z.string()).default({});
const Manifest = z.object({ dependencies: Ranges, devDependencies: Ranges, optionalDependencies: Ranges });

/** Without a lockfile only the manifest is known: names and ranges. */
function readManifest(text: string): LockedPackage[] {
  const { dependencies, devDependencies, optionalDependencies } = Manifest.parse(JSON.parse(text));
  return Object.entries({ ...optionalDependencies, ...devDependencies, ...dependencies }).map(([name, version]) => ({
    ...{ name, version, origin: '' },
  }));
}

const PnpmLock = z.object({ packages: z.record(z.string(), z.object({ resolution: z.unknown() })).optional() });

/** `name@1.0.0`, `/name@1.0.0` or, in old ones, `/name/1.0.0`; peers follow in parentheses. */
function readPnpm(text: string): LockedPackage[] {
  const { packages = {} } = PnpmLock.parse(parseYaml(text));
  return Object.entries(packages).map(([key, { resolution }]) => {
    const plain = key.replace(/^\//, '').replace(/\(.*$/, '');
    const cut = plain.indexOf('@', 1) > 0 ? plain.indexOf('@', 1) : plain.lastIndexOf('/');
    if (cut < 1) throw new Error(`a package without a version: ${key}`);
    return { name: plain.slice(0, cut), version: plain.slice(cut + 1), origin: JSON.stringify(resolution) };
  });
}

/** Both kinds: blocks that begin at the left margin with the names, and contain a version. */
function readYarn(text: string): LockedPackage[] {
  const packages: LockedPackage[] = [];
  for (const block of text.split(/\n(?=\S)/)) {
    const [head = '', ...lines] = block.split('\n');
    if (head.startsWith('#') || head.trim() === '' || head.startsWith('__metadata')) continue;
    const [, name] = /^"?((?:@[^/"]+\/)?[^@"]+)@/.exec(head) ?? [];
    const value = (key: string): string => {
      const line = lines.find((each) => new RegExp(`^ {2}${key}:? `).test(each));
      return line?.replace(/^ {2}\w+:? /, '').replaceAll('"', '') ?? '';
    };
    if (name === undefined || value('version') === '') throw new Error(`a block that is not a package: ${head}`);
    const origin = ['resolved', 'resolution', 'integrity', 'checksum'].map(value).filter(Boolean).join(' ');
    packages.push({ name, version: value('version'), origin });
  }
  return packages;
}

/**
 * A line that only pip understands (a URL, an option, another file) counts as a package of its own, named by the line.
 */
function readRequirements(text: string): LockedPackage[] {
  const joined = text.replace(/\\\r?\n/g, ' ');
  const lines = joined.split('\n').map((line) => line.replace(/(^|\s)#.*$/, '').trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, name, version, rest = ''] =
        /^([A-Za-z0-9][\w.-]*(?:\[[^\]]*\])?)\s*==\s*([^\s;]+)(.*)$/.exec(line) ?? [];
      if (name === undefined || version === undefined) return { name: line, version: '', origin: line };
      return { name: name.toLowerCase().replace(/[-_.]+/g, '-'), version, origin: rest.trim() };
    });
}

const TomlLock = z.object({
  package: z.array(z.looseObject({ name: z.string(), version: z.string().default('') })).default([]),
});

function readTomlLock(text: string): LockedPackage[] {
  return TomlLock.parse(parseToml(text)).package.map(({ name, version, ...rest }) => ({
    name,
    version,
    origin: JSON.stringify([rest.source, rest.sdist, rest.wheels, rest.files]),
  }));
}
