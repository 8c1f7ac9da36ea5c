import type { ErrorCode, ErrorInfo } from '#contracts/errors.ts';
import type { PlaceKind } from './places.ts';
import type { BinaryAnswer, BinaryQuery, SearchedFolder } from './search.ts';

type Found = Extract<BinaryAnswer, { kind: 'found' }>;
type NotFound = Exclude<BinaryAnswer, { kind: 'found' }>;

/** The answer for a person. */
export function foundText({ found, version, passedOver, others, cache }: Found): string {
  const about = [
    version === null ? null : `version ${version}`,
    FROM[found.place.kind],
    cache === 'hit' ? 'remembered' : null,
  ];
  const lines = [found.path, `  ${about.filter((part) => part !== null).join(', ')}`];
  if (found.canonicalPath !== found.path) lines.push(`  links to ${found.canonicalPath}`);
  for (const { path, why } of passedOver)
    lines.push(path === found.path ? `  note: ${why}` : `  passed over ${path}: ${why}`);
  for (const { path } of others) lines.push(`  also at ${path}`);
  return lines.join('\n');
}

const FROM: Readonly<Record<PlaceKind, string>> = {
  path: 'from PATH',
  project: "from the project's own programs",
  global: 'from a usual place that is not on PATH',
};

/** Why there is no answer, where it was searched and what to do. */
export function notFoundError(answer: NotFound, query: BinaryQuery): ErrorInfo {
  const seen = answer.passedOver.map(({ path, why }) => `${path}: ${why}`);
  const message = [headline(answer, query), ...seen.map((line) => `  ${line}`), ...placesText(answer)].join('\n');
  return { code: CODES[answer.kind], message, next: nextStep(answer, query) };
}

const CODES: Readonly<Record<NotFound['kind'], ErrorCode>> = {
  absent: 'BINARY_NOT_FOUND',
  blocked: 'BINARY_NOT_EXECUTABLE',
  'too-old': 'BINARY_TOO_OLD',
  'version-unknown': 'BINARY_VERSION_UNKNOWN',
};

function headline({ kind, places }: NotFound, { name, minimum }: BinaryQuery): string {
  switch (kind) {
    case 'absent':
      return `No program ${name} in the ${places.length} places where programs usually are.`;
    case 'blocked':
      return `There is something called ${name}, but nothing that can be run:`;
    case 'too-old':
      return `Every ${name} found is older than ${minimum?.text}, or does not report its version:`;
    case 'version-unknown':
      return `${name} is here but does not report its version, so whether it is at least ${minimum?.text} is unknown:`;
  }
}

function nextStep(answer: NotFound, { name, minimum }: BinaryQuery): string {
  switch (answer.kind) {
    case 'absent': {
      const near =
        answer.nearest.length > 0 ? `Did you mean ${answer.nearest.join(', ')}? Otherwise install` : 'Install';
      return `${near} ${name}, build it in the project, or add its folder to PATH.`;
    }
    case 'blocked':
      return `If one of them is the program, make it executable: chmod +x PATH. Otherwise install ${name}.`;
    case 'too-old':
      return `Install ${name} ${minimum?.text} or newer, or ask for an older one if it will do.`;
    case 'version-unknown':
      return 'Ask without a minimum version to get its path anyway, and check the version by hand.';
  }
}

/** Every folder that was searched, by the reason to look there. */
function placesText({ places, skipped }: SearchedFolder): string[] {
  const byKind = Map.groupBy(places, ({ kind }) => kind);
  const lines = [...byKind].map(([kind, found]) => `${HEADS[kind]}: ${found.map(({ folder }) => folder).join(', ')}`);
  if (!byKind.has('path')) lines.unshift('On PATH: nothing, it is empty or not set');
  return [...lines, ...skipped.map(({ folder, why }) => `Not looked in ${folder}: ${why}`)];
}

const HEADS: Readonly<Record<PlaceKind, string>> = {
  path: 'On PATH',
  project: 'In the project and the two folders above it',
  global: 'In the usual places',
};
