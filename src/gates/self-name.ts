/** The name a package gives itself in its manifest; empty where it has none. Pure. */
export const selfName = (manifest: string | null): string => /"name"\s*:\s*"([^"]+)"/.exec(manifest ?? '')?.[1] ?? '';

/** A package may import itself by its name. Pure. */
export const isSelf = (module: string, self: string): boolean =>
  self !== '' && (module === self || module.startsWith(`${self}/`));
