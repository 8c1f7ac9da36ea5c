import { posix } from 'node:path';
import type { AskedFunction, AskPlace, CompiledAsker, CompiledCall } from './asker.ts';
import { compiledProgram } from './compiled-program.ts';

/**
 * Go prints any value as Go source (`%#v`), including the fields of objects: they can be written down and made again.
 */
export const ASK_GO: CompiledAsker = {
  functionOf: (node, around, { path, line, name = node.child('name')?.text ?? '' }) => {
    if (around.length > 1) return null;
    const body = node.child('body');
    if (!body || name === 'init' || name === 'main') return null;
    const parameters = listed(node.child('parameters')?.text ?? '');
    const own = node.child('receiver');
    const receiver = own ? listed(own.text) : [];
    if (!parameters || !receiver || (own && receiver.length !== 1)) return null;
    const given = [...parameters, ...receiver];
    // The type of a placeholder for a function argument is known here.
    const isGeneric = node.child('type_parameters') !== undefined;
    if (given.some(({ type }) => (isHanded(type) ? isGeneric || !STANDS_IN.test(type) : /\b(func|chan)\b/.test(type))))
      return null;
    // If nothing is returned, its effect on its arguments is the answer.
    if (!node.child('result') && !given.some(({ type }) => isHanded(type) || /^(\*|\[\]|map\[)/.test(type)))
      return null;
    return {
      id: `${path}:${line}`,
      path,
      name,
      line,
      receiver: receiver[0] ?? null,
      parameters,
      body: body.start + 1,
      ...(node.child('result') ? { answers: true as const } : {}),
    };
  },

  together: (path) => posix.dirname(path),

  recording: (functions, { texts }, place) => {
    const edits = new Map<string, string>();
    for (const [path, own] of Map.groupBy(functions, (each) => each.path)) {
      let text = texts.get(path) ?? '';
      for (const each of own.toSorted((a, b) => b.body - a.body)) {
        const given = [each.receiver, ...each.parameters.filter(({ type }) => !isHanded(type))].flatMap(
          (part) => part?.name ?? [],
        );
        const word = ` ${place.key}R(${[JSON.stringify(each.id), ...given].join(', ')}); `;
        text = text.slice(0, each.body) + word + text.slice(each.body);
      }
      edits.set(path, text);
      edits.set(beside(path, place.key), recorder(packageOf(text), place));
    }
    return edits;
  },

  call: (fn, told) => {
    const words = told.map(again);
    if (
      words.some((word) => word === null) ||
      words.length !== fn.parameters.filter(({ type }) => !isHanded(type)).length + (fn.receiver ? 1 : 0)
    )
      return null;
    const all = words.flatMap((word) => word ?? []);
    return fn.receiver
      ? { function: fn, receiver: all[0] ?? null, args: all.slice(1) }
      : { function: fn, receiver: null, args: all };
  },

  asking: async (calls, { root, texts, read }, place) => {
    const [first] = calls;
    const module = /^module\s+(\S+)/m.exec((await read(posix.join(root, 'go.mod'))) ?? '')?.[1];
    if (!first || module === undefined) return null;
    // A program calls functions of one package; changes in others are called by other programs.
    const folder = posix.dirname(first.function.path);
    const name = packageOf(texts.get(first.function.path) ?? '');
    const at = (file: string): string => posix.join(folder, file);
    const main = name === 'main';
    const inRoot = posix.relative(root, folder);
    return {
      shared: new Map([[at(`${place.key}.go`), asker(name, calls, place)]]),
      program: main
        ? new Map([
            [
              at(`${place.key}i.go`),
              `package main\n\nimport "os"\n\nfunc init() {\n\t${place.key}Ask()\n\tos.Exit(0)\n}\n`,
            ],
          ])
        : new Map([
            [
              posix.join(root, `${place.key}p/main.go`),
              `package main\n\nimport own "${posix.join(module, inRoot)}"\n\nfunc main() {\n\town.${exportedName(place)}()\n}\n`,
            ],
          ]),
      command: {
        ...{ program: 'go', args: ['run', main ? '.' : posix.join(module, `${place.key}p`)], cwd: folder },
        env: { GOFLAGS: '-mod=readonly' },
      },
      test: new Map([
        [
          at(`${place.key}_test.go`),
          `package ${name}\n\nimport "testing"\n\nfunc TestAsks${place.key}(t *testing.T) {\n\t${place.key}Ask()\n}\n`,
        ],
      ]),
      alone: {
        ...{ type: 'test', suites: [], title: `TestAsks${place.key}` },
        file: posix.join(inRoot, `${place.key}_test.go`),
      },
    };
  },
};

const packageOf = (text: string): string => /^package\s+(\w+)/m.exec(text)?.[1] ?? 'main';
const beside = (path: string, key: string): string => posix.join(posix.dirname(path), `${key}.go`);
const exportedName = ({ key }: AskPlace): string => `K${key}`;

/** A function or a channel: it cannot be written as source, so a placeholder of ours is used. */
const isHanded = (type: string): boolean => /^(func\b|(<-)?chan\b)/.test(type);
const STANDS_IN = /^(func\(|chan(<-)?\s+\S)/;

/** `(price, percent int, log func(string))`; null where a parameter has no name. */
function listed(text: string): AskedFunction['parameters'] | null {
  const inner = text
    .trim()
    .replace(/^\(/, '')
    .replace(/,?\s*\)$/, '')
    .trim();
  if (inner === '') return [];
  if (/[{}]/.test(inner)) return null;
  const found: { name: string; type: string }[] = [];
  let waiting: string[] = [];
  for (const part of parted(inner)) {
    const [, name, type] = /^(\w+)\s+(\S.*)$/s.exec(part) ?? [];
    if (name === undefined || type === undefined) waiting.push(part);
    else {
      found.push(...[...waiting, name].map((each) => ({ name: each, type })));
      waiting = [];
    }
  }
  return waiting.length > 0 || found.some(({ name }) => !/^[A-Za-z]\w*$/.test(name)) ? null : found;
}

/** At commas outside of brackets. */
function parted(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if ('(['.includes(char)) depth += 1;
    if (')]'.includes(char)) depth -= 1;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((each) => each.trim());
}

/** The output of `%#v` as source inside the package: without its own name before types. */
function again(text: string): string | null {
  const own = text.replaceAll(/(?<![\w."])([a-z]\w*)\.(?=[A-Za-z]\w*[{(])/g, '');
  const bare = own.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  return text.length > 600 ||
    /0xc0|\(nil\)|\(\*|\(func|\(chan|%!|`/.test(bare) ||
    /^(struct|map\[.*interface)/.test(bare)
    ? null
    : own;
}

const program = (file: string, place: AskPlace, values: Readonly<Record<string, string>> = {}): string =>
  compiledProgram(file, place, { SAYING: `\n${compiledProgram('saying.go', place)}`, ...values });

const recorder = (name: string, place: AskPlace): string => program('recorder.go', place, { PACKAGE: name });

/** Each call is made twice: answers that differ by themselves say nothing. */
const asker = (name: string, calls: readonly CompiledCall[], place: AskPlace): string =>
  program('asker.go', place, {
    PACKAGE: name,
    CALLS: calls.map((call, n) => `${place.key}One(${n}, func() string { ${asked(call, place)} })`).join('\n\t'),
  });

/** A value with pointer methods is passed as a pointer. What the call does to its arguments is part of the answer. */
function asked({ function: fn, receiver, args }: CompiledCall, { key }: AskPlace): string {
  let at = 0;
  const given = fn.parameters.map(({ type }, n) => {
    if (!isHanded(type)) return { name: `g${n}`, word: args[at++] ?? '', type };
    const [, of] = /^chan(?:<-)?\s+(.+)$/.exec(type) ?? [];
    const word = of === undefined ? `${key}Func((${type})(nil), &said).(${type})` : `make(chan ${of}, 16)`;
    return { name: `g${n}`, word, type };
  });
  const made = given.filter(({ word }) => /^(&|\[\]|map\[|make\(|k\w+Func)/.test(word));
  const words = given.map((each) => {
    const word = made.includes(each) ? each.name : each.word;
    // As many as there are; `nil` where there were none.
    if (!each.type.startsWith('...')) return word;
    return /^\[\][^{}]*\(nil\)$|^nil$/.test(word) ? null : `${word}...`;
  });
  const held = made.filter(({ type }) => !isHanded(type)).map(({ name }) => name);
  const channels = made.filter(({ type }) => /^chan\b/.test(type)).map(({ name }) => name);
  const own = receiver === null ? '' : receiverOf(fn.receiver?.type ?? '', receiver);
  const watched = [...held, ...(receiver?.startsWith('&') ? ['own'] : [])];
  const shown = watched.length === 0 ? '""' : `${key}Show(${watched.join(', ')})`;
  const of = receiver === null ? '' : receiver.startsWith('&') ? 'own.' : '(&own).';
  const call = `${of}${fn.name}(${words.filter((word) => word !== null).join(', ')})`;
  return [
    `said, before := "", ""; _ = before; ${own}`,
    ...made.map(({ name, word }) => `${name} := ${word};`),
    `before = ${shown};`,
    fn.answers ? `answer := ${key}Show(${call}); said = answer + said;` : `${call};`,
    `if now := ${shown}; now != before { said += ", and leaves " + now };`,
    ...channels.map((name) => `for len(${name}) > 0 { said += fmt.Sprintf(", is sent %#v", <-${name}) };`),
    'return said',
  ].join(' ');
}

const receiverOf = (type: string, word: string): string =>
  word.startsWith('&') || !/^\w+$/.test(type) ? `own := ${word};` : `var own ${type} = ${word};`;
