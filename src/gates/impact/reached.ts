import { posix } from 'node:path';
import type { DiffFile } from '#contracts/workspace.ts';
import { isSupportFile } from '#project/test-runners/test-files.ts';
import type { ImpactMap } from './impact-map.ts';

/** Which test files a change reaches, or why that is unknown. */
export type Reached =
  | { readonly type: 'files'; readonly files: readonly string[] }
  | { readonly type: 'whole'; readonly because: string };

export interface ReachedOrder {
  readonly map: ImpactMap;
  /** What changed since the tree of the map. */
  readonly changed: readonly Pick<DiffFile, 'path' | 'oldPath' | 'status'>[];
  /** The test files of the tree in question. */
  readonly tests: readonly string[];
}

/**
 * The test files that a change reaches: those it touches, those observed to reach what it touches, and those of which
 * nothing is known. A file that the map does not know may be reached by any test. Pure.
 */
export function reachedBy({ map, changed, tests }: ReachedOrder): Reached {
  const isTest = new Set(tests);
  const places = new Map(map.files.map((path, at) => [path, at]));
  const shared = new Set(map.shared);
  const touched = new Set<number>();
  const found = new Set<string>([...map.always, ...tests.filter((path) => !Object.hasOwn(map.tests, path))]);
  for (const path of changed.flatMap((file) => [file.path, ...(file.oldPath === undefined ? [] : [file.oldPath])])) {
    const place = places.get(path);
    if (isSupportFile(path) || isShared(path)) return whole(`${path} decides how all tests run`);
    if (shared.has(path)) return whole(`${path} is loaded for every test`);
    if (isTest.has(path)) found.add(path);
    if (place !== undefined) touched.add(place);
    else if (!isTest.has(path)) return whole(`which tests reach ${path} is not known yet`);
  }
  for (const [test, own] of Object.entries(map.tests)) if (own.some((place) => touched.has(place))) found.add(test);
  const files = tests.filter((path) => found.has(path));
  if (files.length === 0) return whole('no test was seen to reach what changed');
  if (files.length > tests.length * MOST) return whole(`${files.length} of ${tests.length} test files reach it`);
  return { type: 'files', files };
}

/** Beyond this share running some costs more than it saves. */
const MOST = 0.7;

/** Files that runners load by name and place. */
const isShared = (path: string): boolean =>
  /^(conftest\.py|(site|user)customize\.py|\.env.*|.*\.snap)$/.test(posix.basename(path)) ||
  /(^|\/)(__mocks__|\.assay|node_modules)\//.test(path);

const whole = (because: string): Reached => ({ type: 'whole', because });
