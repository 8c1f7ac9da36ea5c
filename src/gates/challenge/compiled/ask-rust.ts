import { posix } from 'node:path';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import type { AskPlace, CompiledAsker, CompiledCall } from './asker.ts';
import { compiledProgram } from './compiled-program.ts';

/** In Rust's debug output, numbers, texts, lists and plain objects are valid Rust source. */
export const ASK_RUST: CompiledAsker = {
  functionOf: (node, around, { path, line }) => {
    const outer = around.filter(({ type }) => !/^(source_file|declaration_list)$/.test(type));
    const [impl] = outer;
    if (outer.length > 1 || (impl && (impl.type !== 'impl_item' || impl.child('trait')))) return null;
    const name = node.child('name')?.text ?? '';
    const body = node.child('body');
    const head = node.text.slice(0, (body?.start ?? node.start) - node.start);
    if (!body || !node.child('return_type') || /\b(const|unsafe|extern|async)\b|\bimpl\b|\bwhere\b/.test(head))
      return null;
    if (node.child('type_parameters') && !/^<\s*('\w+\s*,?\s*)+>$/.test(node.child('type_parameters')?.text ?? ''))
      return null;
    const list = listed(node.child('parameters'));
    if (!list || (impl && !/^\w+$/.test(impl.child('type')?.text ?? ''))) return null;
    const [first, ...rest] = list;
    const isMethod = first !== undefined && /^(&(\s*'\w+)?\s*)?(mut\s+)?self$/.test(first.name);
    if (impl && !isMethod) return null;
    const parameters = isMethod ? rest : list;
    if (parameters.some(({ name: each, type }) => !/^[a-z_]\w*$/.test(each) || written(type, '0') === null))
      return null;
    return {
      ...{ id: `${path}:${line}`, path, name, line, parameters, body: body.start + 1 },
      receiver: isMethod ? { name: 'self', type: impl?.child('type')?.text ?? '' } : null,
    };
  },

  together: (path) => path.replace(/(^|\/)src\/.*$/, ''),

  recording: (functions, { texts }, place) => {
    const edits = new Map<string, string>();
    for (const [path, own] of Map.groupBy(functions, (each) => each.path)) {
      let text = texts.get(path) ?? '';
      for (const each of own.toSorted((a, b) => b.body - a.body)) {
        // An object without `Debug` would not compile.
        const shown = each.receiver && !isShown(text, each.receiver.type) ? null : each;
        if (!shown) continue;
        const given = [...(each.receiver ? ['self'] : []), ...each.parameters.map(({ name }) => name)];
        const words = given.map((name) => `format!("{:?}", &${name})`).join(', ');
        const word = ` ${place.key}_r(${JSON.stringify(each.id)}, &[${words}]); `;
        text = text.slice(0, each.body) + word + text.slice(each.body);
      }
      edits.set(path, `${text}\n${saying(place)}\n${recorder(place)}`);
    }
    return edits;
  },

  call: (fn, told) => {
    const types = [...(fn.receiver ? ['self'] : []), ...fn.parameters.map(({ type }) => type)];
    if (told.length !== types.length) return null;
    const words = told.map((text, at) => written(types[at] ?? '', text));
    if (words.some((word) => word === null)) return null;
    const all = words.flatMap((word) => word ?? []);
    return fn.receiver
      ? { function: fn, receiver: all[0] ?? null, args: all.slice(1) }
      : { function: fn, receiver: null, args: all };
  },

  asking: async (calls, { texts, read }, place) => {
    const [first] = calls;
    const folder = first && (await crateOf(first.function.path, read));
    const manifest = folder === null || folder === undefined ? null : await read(posix.join(folder, 'Cargo.toml'));
    if (!first || folder === null || folder === undefined || manifest === null) return null;
    const top = posix.join(folder, 'src/lib.rs');
    const root = texts.get(top) ?? (await read(top));
    if (root === null) return null;
    const shared = new Map<string, string>();
    const paths = [...new Set(calls.map((call) => call.function.path))];
    for (const path of paths) {
      const own = calls.map((call, n) => ({ call, n })).filter(({ call }) => call.function.path === path);
      shared.set(path, `${texts.get(path) ?? ''}\n${saying(place)}\n${asker(own, place)}`);
    }
    const modules = paths.map((path) => modulePath(path, folder));
    if (modules.some((module) => module === null)) return null;
    const all = `#[allow(warnings)] pub fn ${place.key}_all() { ${modules.map((module) => `crate${module}::${place.key}_ask();`).join(' ')} }\n`;
    shared.set(top, `${shared.get(top) ?? root}\n${all}`);
    const crate = (/\[lib\][^[]*?^name\s*=\s*"([^"]+)"/ms.exec(manifest) ??
      /^name\s*=\s*"([^"]+)"/m.exec(manifest))?.[1];
    const own = (crate ?? '').replaceAll('-', '_');
    const program = `${place.key}p`;
    const build = `cargo build --offline --quiet --target-dir /tmp/${place.key} --example ${program}`;
    return {
      shared,
      program: new Map([[posix.join(folder, `examples/${program}.rs`), `fn main() { ${own}::${place.key}_all(); }\n`]]),
      command: {
        program: 'sh',
        // Run directly, without cargo.
        args: [
          '-c',
          `${build} && cp /tmp/${place.key}/debug/examples/${program} /tmp/main && exec env -i PATH=/usr/bin:/bin HOME=/tmp /tmp/main`,
        ],
        cwd: folder,
        // Debug assertions are off, as in a release build; arithmetic overflow still panics.
        env: { CARGO_PROFILE_DEV_DEBUG_ASSERTIONS: 'false', CARGO_PROFILE_DEV_OVERFLOW_CHECKS: 'true' },
        timeoutMs: 240_000,
      },
      test: new Map([
        [top, `${shared.get(top) ?? ''}\n#[cfg(test)]\n#[test]\nfn ${place.key}_asks() { ${place.key}_all(); }\n`],
      ]),
      alone: { type: 'test', file: 'src/lib.rs', suites: [], title: `${place.key}_asks` },
    };
  },
};

function listed(node: SyntaxNode | undefined): { name: string; type: string }[] | null {
  if (!node) return null;
  const inner = node.text
    .replace(/^\(/, '')
    .replace(/,?\s*\)$/, '')
    .trim();
  const found: { name: string; type: string }[] = [];
  let [depth, part] = [0, ''];
  const end = (): void => {
    const [, name = '', type = ''] = /^(?:mut\s+)?([^:]+?)(?:\s*:\s*([\s\S]+))?$/.exec(part.trim()) ?? [];
    if (part.trim() !== '') found.push({ name: name.trim(), type: type.trim() });
    part = '';
  };
  for (const char of inner) {
    if ('(<['.includes(char)) depth += 1;
    if (')>]'.includes(char)) depth -= 1;
    if (char === ',' && depth === 0) end();
    else part += char;
  }
  end();
  return found;
}

const PRIMITIVE = String.raw`(?:[iu](?:8|16|32|64|128|size)|f32|f64|bool|char)`;
const TEXT = String.raw`&(?:\s*'\w+)?\s*str`;

/** What was shown, as a word of that type; null where it is none. */
function written(type: string, shown: string): string | null {
  if (shown.length > 600 || /\b(inf|NaN)\b/.test(shown)) return null;
  const is = (pattern: string): boolean => new RegExp(`^${pattern}$`).test(type);
  if (type === 'self') return /^\w+( \{.*\}|\(.*\))?$/s.test(shown) ? shown : null;
  if (is(PRIMITIVE) || is(TEXT) || is(`Option<(${PRIMITIVE}|${TEXT})>`) || is(`\\((${PRIMITIVE}|${TEXT}|, ?)+\\)`))
    return shown;
  if (type === 'String') return `String::from(${shown})`;
  if (type === '&String') return `&String::from(${shown})`;
  if (is(`&(?:\\s*'\\w+)?\\s*\\[(${PRIMITIVE}|${TEXT})\\]`)) return `&${shown}`;
  return is(`Vec<(${PRIMITIVE}|${TEXT})>`) ? `vec!${shown}` : null;
}

/** Whether the file derives `Debug` for its objects. */
const isShown = (text: string, type: string): boolean =>
  new RegExp(
    String.raw`#\[derive\([^\])]*\bDebug\b[^\])]*\)\]\s*(#\[[^\]]*\]\s*)*(pub(\([^)]*\))?\s+)?struct\s+${type}\b`,
  ).test(text);

/** The folder of the nearest manifest above. */
async function crateOf(path: string, read: (path: string) => Promise<string | null>): Promise<string | null> {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    if ((await read(posix.join(folder, 'Cargo.toml'))) !== null) return folder;
    if (folder === '.' || folder === '/') return null;
  }
}

function modulePath(path: string, folder: string): string | null {
  const inside = posix.relative(posix.join(folder, 'src'), path);
  if (inside.startsWith('..')) return null;
  const parts = inside.replace(/\.rs$/, '').split('/');
  if (parts.at(-1) === 'mod' || (parts.length === 1 && parts[0] === 'lib')) parts.pop();
  return parts.map((part) => `::${part}`).join('');
}

const saying = (place: AskPlace): string => `\n${compiledProgram('saying.rs', place)}`;
const recorder = (place: AskPlace): string => `\n${compiledProgram('recorder.rs', place)}`;

/** Each call is made twice: answers that differ by themselves say nothing. */
const asker = (calls: readonly { readonly call: CompiledCall; readonly n: number }[], place: AskPlace): string => {
  const ask = ({ call, n }: (typeof calls)[number]): string =>
    `${place.key}_one(${n}, &|| { let own = ${asked(call)}; format!("{:?}", own) });`;
  return `\n${compiledProgram('asker.rs', place, { CALLS: calls.map(ask).join('\n    ') })}`;
};

const asked = ({ function: { name }, receiver, args }: CompiledCall): string =>
  `${receiver === null ? '' : `(${receiver}).`}${name}(${args.join(', ')})`;
