import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Mount } from '#contracts/sandbox.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Where Go, Cargo, Maven and Gradle keep downloads: mounted read-only, so that a project builds offline with what the
 * person has. Their own lockfiles say what of it is used, and Go and Cargo verify the checksums there.
 */
export function moduleCaches(env: Env, exists: (path: string) => boolean = existsSync) {
  const home = env.HOME ?? homedir();
  const mounts: Mount[] = [];
  const set: Record<string, string> = {};
  const goCache = env.GOMODCACHE ?? join(env.GOPATH?.split(':')[0] ?? join(home, 'go'), 'pkg/mod');
  if (exists(goCache)) {
    mounts.push({ from: goCache, at: goCache });
    set.GOMODCACHE = goCache;
  }
  // Cargo writes beside its registry, so its home is in the sandbox's own scratch folder.
  const cargo = env.CARGO_HOME ?? join(home, '.cargo');
  for (const name of ['registry', 'git'])
    if (exists(join(cargo, name))) mounts.push({ from: join(cargo, name), at: `${CARGO_HOME}/${name}` });
  set.CARGO_HOME = CARGO_HOME;
  const maven = join(home, '.m2/repository');
  if (exists(maven)) {
    mounts.push({ from: maven, at: maven });
    Object.assign(set, mavenFrom(maven));
  } else if (exists(DEBIAN_MAVEN)) Object.assign(set, mavenFrom(DEBIAN_MAVEN));
  const gradle = join(env.GRADLE_USER_HOME ?? join(home, '.gradle'), 'caches');
  if (exists(gradle)) {
    mounts.push({ from: gradle, at: gradle });
    set.GRADLE_RO_DEP_CACHE = gradle;
  }
  return { mounts, env: set };
}

/** Packages of the system, which every sandbox sees. */
const DEBIAN_MAVEN = '/usr/share/maven-repo';

/** Maven reads its arguments from a variable since 3.9; earlier versions read only the JVM's options. */
const mavenFrom = (folder: string): Record<string, string> => ({
  MAVEN_ARGS: `--offline -Dmaven.repo.local=${folder}`,
  MAVEN_OPTS: `-Dmaven.repo.local=${folder}`,
});

const CARGO_HOME = '/tmp/cargo';
