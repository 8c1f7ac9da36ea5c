import { z } from 'zod';
import type { Detail } from './details.ts';
import { detailsIn } from './details-in-sentence.ts';
import type { Fact, FactReference } from './fact.ts';

const ENDINGS =
  'ts|tsx|mts|cts|js|jsx|mjs|cjs|py|pyi|go|rs|rb|java|kt|kts|php|cs|c|h|cc|cpp|hpp|swift|scala|sh|sql|css|html|vue|md|rst|txt|json|ya?ml|toml|xml|mod|cfg|ini|lock';
/**
 * How a sentence marks a name of the code: in backticks, as a path, as a call(), or by a spelling that only code uses.
 */
const THING = `(?<![\\w./@-])(?:\`[^\`\\n]+\`|(?:\\./)?(?:[\\w@.-]+/)+[\\w@.-]+\\.(?:${ENDINGS})\\b|[\\w-]+\\.(?:${ENDINGS})\\b|[A-Za-z_$][\\w$.]*\\(\\)|[A-Za-z_$][\\w$]*(?:(?:\\.|::)[A-Za-z_$][\\w$]*)+|[A-Za-z_$][A-Za-z0-9$]*_[\\w$]+|[a-z]+[A-Z][\\w$]*|[A-Z][a-z0-9]+[A-Z][\\w$]*)`;
const PATH = new RegExp(`^(?:\\./)?((?:[\\w@.-]+/)*[\\w@.-]+\\.(?:${ENDINGS}))$`);
const NAME = /^[A-Za-z_$][\w$]*[?!]?(?:(?:[.#]|::)[A-Za-z_$][\w$]*[?!]?)*$/;
const NOT = /\b(?:not|never|no longer|n't|nobody|nothing|without|only)\b/i;

/** A checkable part of a sentence; one that only people can judge has no reference. */
export type SentenceMention =
  | { readonly reference: FactReference }
  | { readonly detail: Detail }
  | { readonly unclear: string };

/** The names in a sentence, and its statements about them. Declaring nothing does not hide them. */
export function claimMentionsOf({ statement, references }: Fact): SentenceMention[] {
  const declared = namesIn(references);
  const thing = thingsWith(references);
  const things = [...statement.matchAll(thing)].map(([text]) => text);
  const named = [...statement.matchAll(new RegExp(THING, 'g'))]
    .filter(([text]) => text.startsWith('`') || text.endsWith('()') || PATH.test(text) || /^_|[a-z\d]_/.test(text))
    .map(([text]) => bare(text))
    .filter((name) => !declared.has(name));
  const mentioned = [...new Set(named)].flatMap((name): SentenceMention[] => {
    const path = pathOf(name);
    if (path !== undefined) return [{ reference: { kind: 'file', path } }];
    return NAME.test(name) ? [{ reference: { kind: 'symbol', name: dotted(name) } }] : [];
  });
  const details = detailsIn(
    statement,
    [...new Set(things)].map((text) => ({ text, name: dotted(bare(text)) })),
  );
  return [
    ...mentioned,
    ...relationsOf(statement, thing),
    ...packagesIn(statement),
    ...details.map((detail) => ({ detail })),
  ];
}

/** A declared name counts wherever the sentence has it, quoted or not. */
function thingsWith(references: readonly FactReference[]): RegExp {
  const names = references.flatMap((reference) => {
    if (reference.kind === 'symbol') return [reference.name, lastOf(reference.name)];
    return reference.kind === 'edge' ? [reference.from, reference.to].flatMap((name) => [name, lastOf(name)]) : [];
  });
  const words = [...new Set(names)].filter((name) => NAME.test(name)).sort((a, b) => b.length - a.length);
  const written = words.map((name) => name.replace(/[$.?]/g, '\\$&'));
  return new RegExp(written.length === 0 ? THING : `${THING}|(?<![\\w./@-])(?:${written.join('|')})(?![\\w/-])`, 'g');
}

const lastOf = (name: string): string => name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('#')) + 1);

const namesIn = (references: readonly FactReference[]): ReadonlySet<string> =>
  new Set(references.flatMap((reference) => Object.values(reference).map(String)));

interface Relation {
  readonly says: RegExp;
  /** `a` stands before the words, `b` behind them. */
  read(a: string, b: string): FactReference | undefined;
}

const edge =
  (kind: 'calls', turned = false) =>
  (a: string, b: string): FactReference => ({
    kind: 'edge',
    edge: kind,
    from: endOf(turned ? b : a),
    to: endOf(turned ? a : b),
  });
/** Files import; for anything else the word has another meaning. */
const imported = (from: string, to: string): FactReference | undefined =>
  pathOf(from) === undefined ? undefined : { kind: 'edge', edge: 'imports', from: endOf(from), to: endOf(to) };
const defined = (name: string, path: string): FactReference | undefined =>
  pathOf(path) === undefined || pathOf(name) !== undefined
    ? undefined
    : { kind: 'symbol', name: dotted(name), path: pathOf(path) ?? path };

/** "x in y.py": the next words are about x. */
const PLACED: Relation = {
  says: /^\(?(?:,? ?(?:which )?(?:is|are|lives|stands|sits|defined|declared|implemented|found|located|method|function|class|type|helper|constant|struct)\b ?)*(?:in|inside|at|from|\()?(?: the file| file)?$/,
  read: defined,
};

/** Words between names, and the statement they make. */
const RELATIONS: readonly Relation[] = [
  {
    says: /^(?:directly |always |then |first |in turn |itself )*(?:calls?|invokes?|delegates? to)$/,
    read: edge('calls'),
  },
  { says: /^(?:is|are|gets) (?:directly )?(?:called|invoked) (?:by|from|in)$/, read: edge('calls', true) },
  { says: /^(?:directly )?(?:imports?|requires?|depends? on)$/, read: imported },
  { says: /^(?:is|are) (?:imported|required) (?:by|from|in)$/, read: (a, b) => imported(b, a) },
  {
    says: /^(?:also )?(?:defines?|declares?|contains?|exports?|holds?)(?: the (?:function|class|type|method|constant))?$/,
    read: (a, b) => defined(b, a),
  },
  PLACED,
];

/** "`a` calls `b`", "`x` is defined in y.py", "y.py has 120 lines": each is looked up as if it had been declared. */
function relationsOf(statement: string, thing: RegExp): SentenceMention[] {
  const found: SentenceMention[] = [];
  const things = [...statement.matchAll(thing)];
  let subjects: string[] = [];
  let relation: Relation | undefined;
  let said = '';
  things.forEach((named, at) => {
    const before = things[at - 1];
    const words = before ? statement.slice(before.index + before[0].length, named.index).replace(/\s+/g, ' ') : '';
    const name = bare(named[0]);
    if (before && JOINED.test(words)) {
      // A further one of the same kind: "a and b call c", "a calls b and c".
      if (!relation) subjects.push(name);
    } else {
      const last = before ? bare(before[0]) : '';
      const place = relation === PLACED && subjects.length > 0 ? subjects : [last];
      const plain = words
        .replace(NOT, '')
        .replace(/ (?:do|does) /, ' ')
        .replace(/ +/g, ' ')
        .trim();
      const next = before ? RELATIONS.find(({ says }) => says.test(plain)) : undefined;
      if (next) subjects = relation === undefined && subjects.length > 1 ? subjects : place;
      else subjects = [name];
      relation = next;
      said = words.trim();
    }
    if (!relation) return;
    for (const subject of subjects) {
      const reference = relation.read(subject, name);
      if (!reference) continue;
      found.push(
        NOT.test(said) ? { unclear: `that ${subject} ${said} ${name} is for a person to say` } : { reference },
      );
    }
  });
  return [...found, ...numbersIn(statement)];
}

/** "x.py imports requests": a package is a plain word. */
function packagesIn(statement: string): SentenceMention[] {
  const imports = new RegExp(
    `(${THING}) (?:directly |also )?(?:imports?|requires?) (?:the (?:module|package|library) )?([a-z][\\w-]*)(?=[.,]?$|,? (?:and|for|to|but)\\b)`,
    'g',
  );
  return [...statement.matchAll(imports)].flatMap(([, from = '', to = '']) => {
    const reference = imported(bare(from), to);
    return reference ? [{ reference }] : [];
  });
}

const JOINED = /^(?:,? and |, | as well as )$/;

function numbersIn(statement: string): SentenceMention[] {
  const counted = `(${THING}) (?:has|is|contains|counts)(?: exactly)? ([\\d,]+) (lines|symbols|commits|callers|importers)`;
  return [...statement.matchAll(new RegExp(counted, 'g'))].map(([, thing = '', value = '', of = '']) => ({
    reference: {
      kind: 'number',
      of: z.enum(['lines', 'symbols', 'commits', 'callers', 'importers']).parse(of),
      subject: endOf(bare(thing)),
      value: Number(value.replaceAll(',', '')),
    },
  }));
}

const bare = (text: string): string => text.replace(/^`|`$/g, '').replace(/\(\)$/, '');
const pathOf = (name: string): string | undefined => PATH.exec(name)?.[1];
const dotted = (name: string): string => (name.split('#').at(-1) ?? name).replaceAll('::', '.');
const endOf = (name: string): string => pathOf(name) ?? (name.includes('#') ? name : dotted(name));
