import { join } from 'node:path';
import type { VersionAnswer } from './ask-version.ts';
import type { BinaryCache, CacheEntry, Trail } from './cache.ts';
import type { Inspection } from './inspect.ts';
import { placesToLook, type SearchFolder, type SkippedPlace, type Surroundings } from './places.ts';
import { compareVersions, type Version } from './version.ts';

export interface BinaryQuery {
  readonly name: string;
  readonly prefer: 'path' | 'project';
  /** Whether to ask the program for its version. */
  readonly ask: boolean;
  readonly minimum: Version | null;
  /** Ignore what is remembered. */
  readonly fresh: boolean;
}

/** The effects of a search. */
export interface SearchEffects {
  inspect(path: string): Inspection;
  everyoneWrites(folder: string): boolean;
  askVersion(path: string): Promise<VersionAnswer>;
  /** The names in these folders most like the one asked for. */
  namesLike(folders: readonly string[]): string[];
  now(): number;
  /** Null: no cache. */
  readonly cache: BinaryCache | null;
}

export interface BinaryCandidate {
  readonly place: SearchFolder;
  readonly path: string;
  readonly canonicalPath: string;
}

export interface PassedOver {
  readonly path: string;
  readonly why: string;
}

export interface SearchedFolder {
  readonly places: readonly SearchFolder[];
  readonly skipped: readonly SkippedPlace[];
}

export type CacheUse = 'hit' | 'stored' | 'unused' | 'failed';

export type BinaryAnswer = SearchedFolder & { readonly passedOver: readonly PassedOver[] } & (
    | {
        readonly kind: 'found';
        readonly found: BinaryCandidate;
        readonly version: string | null;
        readonly others: readonly BinaryCandidate[];
        readonly cache: CacheUse;
      }
    /** Only files that are not executable. */
    | { readonly kind: 'blocked' }
    | { readonly kind: 'too-old' }
    | { readonly kind: 'version-unknown' }
    | { readonly kind: 'absent'; readonly nearest: readonly string[] }
  );

/** A shim can change what it runs without changing itself, so its answer expires. */
export const VERSION_BELIEVED_MS = 10 * 60_000;

/** The first executable of that name that is new enough, if a minimum is given. */
export async function search(query: BinaryQuery, around: Surroundings, effects: SearchEffects): Promise<BinaryAnswer> {
  const looked = trustedPlaces(placesToLook(around, query.prefer), around.cwd, effects);
  const { candidates, blocked, trail } = look(query.name, looked.places, effects);
  if (candidates.length === 0) return nothing(looked, blocked, effects);

  const pathVariable = around.env.PATH ?? '';
  const key = JSON.stringify([query.name, query.prefer, query.ask, query.minimum?.text ?? null]);
  const known = query.fresh ? null : await remembered(key, { pathVariable, trail }, query, effects);
  if (known) {
    const found = candidates.find(({ path }) => path === known.path);
    if (found) return { ...foundAnswer(looked, found, candidates, known.version, known.passedOver), cache: 'hit' };
  }
  const chosen = await choose(query, candidates, effects);
  const passedOver = [...blocked, ...chosen.passedOver];
  if (!chosen.ok) return { ...looked, kind: chosen.kind, passedOver };
  const { found, version } = chosen;
  const entry = { pathVariable, trail, path: found.path, version, passedOver, at: effects.now() };
  // A missing answer may only be a slow start: the next call asks again.
  const cache = query.ask && version === null ? 'unused' : await store(key, entry, effects);
  return { ...foundAnswer(looked, found, candidates, version, passedOver), cache };
}

interface Look {
  readonly candidates: readonly BinaryCandidate[];
  readonly blocked: readonly PassedOver[];
  readonly trail: Trail;
}

function look(name: string, places: readonly SearchFolder[], effects: SearchEffects): Look {
  const candidates: BinaryCandidate[] = [];
  const blocked: PassedOver[] = [];
  const trail: Trail = [];
  for (const place of places) {
    const path = join(place.folder, name);
    const seen = effects.inspect(path);
    if (seen.state === 'executable') candidates.push({ place, path, canonicalPath: seen.canonicalPath });
    if (seen.state === 'blocked') blocked.push({ path, why: seen.why });
    trail.push([path, seen.state === 'executable' ? `${seen.fingerprint} ${seen.canonicalPath}` : seen.state]);
  }
  return { candidates, blocked, trail };
}

/** A folder above the project that anyone may write to (/tmp) could contain anyone's program. */
function trustedPlaces({ places, skipped }: SearchedFolder, cwd: string, effects: SearchEffects): SearchedFolder {
  const above = new Set(places.flatMap(({ base }) => (base === undefined || base === cwd ? [] : [base])));
  const open = new Set([...above].filter((base) => effects.everyoneWrites(base)));
  return {
    places: places.filter(({ base }) => base === undefined || !open.has(base)),
    skipped: [...skipped, ...[...open].map((folder) => ({ folder, why: 'everyone may put programs into it' }))],
  };
}

type Choice = { readonly passedOver: readonly PassedOver[] } & (
  | { readonly ok: true; readonly found: BinaryCandidate; readonly version: string | null }
  | { readonly ok: false; readonly kind: 'too-old' | 'version-unknown' }
);

async function choose(
  query: BinaryQuery,
  candidates: readonly BinaryCandidate[],
  effects: SearchEffects,
): Promise<Choice> {
  const passedOver: PassedOver[] = [];
  const asked = new Set<string>();
  let tooOld = false;
  for (const found of candidates) {
    if (!query.ask) return { ok: true, found, version: null, passedOver };
    if (asked.has(found.canonicalPath)) continue; // the same program through another link
    asked.add(found.canonicalPath);
    const answer = await effects.askVersion(found.path);
    const minimum = query.minimum;
    if (minimum === null) {
      if (!answer.ok) passedOver.push({ path: found.path, why: answer.why });
      return { ok: true, found, version: answer.ok ? answer.version.text : null, passedOver };
    }
    if (!answer.ok) passedOver.push({ path: found.path, why: answer.why });
    else if (compareVersions(answer.version, minimum) >= 0) {
      return { ok: true, found, version: answer.version.text, passedOver };
    } else {
      tooOld = true;
      passedOver.push({ path: found.path, why: `it is ${answer.version.text}, older than ${minimum.text}` });
    }
  }
  return { ok: false, kind: tooOld ? 'too-old' : 'version-unknown', passedOver };
}

function nothing(looked: SearchedFolder, blocked: readonly PassedOver[], effects: SearchEffects): BinaryAnswer {
  if (blocked.length > 0) return { ...looked, kind: 'blocked', passedOver: blocked };
  const folders = looked.places.map(({ folder }) => folder);
  return { ...looked, kind: 'absent', passedOver: [], nearest: effects.namesLike(folders) };
}

type Basis = Pick<CacheEntry, 'pathVariable' | 'trail'>;

/** Valid only while every checked place, and PATH, are unchanged. */
async function remembered(
  key: string,
  now: Basis,
  query: BinaryQuery,
  effects: SearchEffects,
): Promise<CacheEntry | null> {
  const entry = (await effects.cache?.get(key)) ?? null;
  if (!entry || entry.pathVariable !== now.pathVariable || !sameTrail(entry.trail, now.trail)) return null;
  const age = effects.now() - entry.at;
  return query.ask && (age < 0 || age > VERSION_BELIEVED_MS) ? null : entry;
}

const sameTrail = (left: Trail, right: Trail): boolean =>
  left.length === right.length && left.every(([path, seen], at) => path === right[at]?.[0] && seen === right[at]?.[1]);

async function store(key: string, entry: CacheEntry, { cache }: SearchEffects): Promise<CacheUse> {
  if (!cache) return 'unused';
  // A full disk must not prevent an answer: only the cache is lost.
  return cache.put(key, entry).then(
    () => 'stored',
    () => 'failed',
  );
}

function foundAnswer(
  looked: SearchedFolder,
  found: BinaryCandidate,
  candidates: readonly BinaryCandidate[],
  version: string | null,
  passedOver: readonly PassedOver[],
) {
  const named = new Set([found.canonicalPath, ...passedOver.map(({ path }) => path)]);
  const others = candidates.filter(
    ({ path, canonicalPath }) => path !== found.path && !named.has(canonicalPath) && !named.has(path),
  );
  return { ...looked, kind: 'found' as const, found, version, others, passedOver };
}
