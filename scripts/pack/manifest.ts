/** The fields of package.json that the published one is made of. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly imports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Fields that only serve work on Assay itself. */
const OURS = new Set([
  'devDependencies',
  'scripts',
  'files',
  'overrides',
  'allowScripts',
  'private',
  'optionalDependencies',
]);

/** package.json as it is published: without what only a clone needs, the pinned Node above all. */
export function publishedManifest(manifest: Manifest): Manifest {
  const { node: _pinned, ...optional } = manifest.optionalDependencies ?? {};
  const kept = Object.entries(manifest).filter(([field]) => !OURS.has(field));
  return {
    ...Object.fromEntries(kept),
    name: manifest.name,
    version: manifest.version,
    ...(Object.keys(optional).length > 0 ? { optionalDependencies: optional } : {}),
  };
}
