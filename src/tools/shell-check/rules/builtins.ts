import { commandWords, literalOf, type ShellWord } from '#code/shell-words.ts';
import type { ConstructId } from '../constructs.ts';
import { type FoundConstruct, found, NONE, type Rule, type Rules, replace } from '../found.ts';
import { hasEchoEscape, printfFor } from '../rewrite/echo.ts';
import { oneField } from '../rewrite/one-field.ts';
import { wholeStatement } from '../rewrite/place.ts';
import { beyond, commandFor } from './arithmetic.ts';
import type { RuleCommand } from './call.ts';
import { printf } from './printf.ts';
import { read } from './read.ts';
import { setOptions } from './set-options.ts';
import { testWords } from './tests.ts';

type Builtin = (call: RuleCommand) => readonly FoundConstruct[];

const command: Rule = (node, script) => {
  const [name, ...args] = commandWords(node);
  const literal = name ? literalOf(name) : null;
  if (!name || literal === null || script.functions.has(literal)) return NONE;
  const builtin = Object.hasOwn(BUILTINS, literal) ? BUILTINS[literal] : undefined;
  return builtin ? builtin({ node, name, args, script }) : NONE;
};

const named =
  (construct: ConstructId): Builtin =>
  ({ name }) => [found(construct, name)];

/** Options other than those POSIX gives the builtin. */
const onlyOptions =
  (allowed: string, construct: ConstructId = 'builtin-option'): Builtin =>
  ({ args }) => {
    for (const word of args) {
      const text = literalOf(word) ?? '';
      if (!/^-[^-]/.test(text)) return NONE;
      if ([...text.slice(1)].some((letter) => !allowed.includes(letter))) return [found(construct, word)];
    }
    return NONE;
  };

const source: Builtin = ({ name, args }) => {
  const [file] = args;
  const substitutes = file?.nodes.some(({ type }) => type === 'process_substitution');
  if (!file || args.length !== 1 || substitutes) return [found('source', name)];
  const bare = !/[/$~`]/.test(file.text);
  const edits = [replace(name, '.')];
  if (bare) edits.push({ start: file.start, end: file.start, text: './' });
  const place = bare ? 'is in the current folder' : 'is named with a slash';
  const assumes = `the file to be sourced exists and ${place}`;
  return [found('source', name, { edits, assumes })];
};

const echo: Builtin = ({ node, name, args }) => {
  const options: ShellWord[] = [];
  while (/^-[neE]+$/.test(args[options.length]?.text ?? '')) options.push(args[options.length] ?? name);
  const words = args.slice(options.length);
  const last = args.at(-1) ?? name;
  const rewritten = (letters: string): Partial<FoundConstruct> => {
    const text = printfFor(letters, words);
    const gaps = node.children.some(
      ({ type, start, end }) => type.endsWith('redirect') && start > name.start && end < last.end,
    );
    return text === null || gaps ? {} : { edits: [replace({ start: name.start, end: last.end }, text)] };
  };
  const [first] = options;
  if (first)
    return [
      found(
        'echo-option',
        { start: name.start, end: (options.at(-1) ?? first).end },
        rewritten(options.map(({ text }) => text).join('')),
      ),
    ];
  const escaped = words.find((word) => hasEchoEscape(literalOf(word) ?? ''));
  if (!escaped) return NONE;
  return [
    found('echo-escape', escaped, { ...rewritten('E'), assumes: 'the backslash is meant to be printed, as bash does' }),
  ];
};

const letCommand: Builtin = ({ node, name, args, script }) => {
  const [only] = args;
  const body = only ? literalOf(only) : null;
  const text = body === null || args.length !== 1 ? null : commandFor(body, node, script);
  const whole = wholeStatement(node) === node && node.start === name.start;
  const more = args.flatMap((word) => beyond(node, literalOf(word) ?? '', script));
  return [found('let', name, text !== null && whole ? { edits: [replace(node, text)] } : {}), ...more];
};

const trap: Builtin = ({ args }) => {
  const conditions = args
    .filter((word) => (literalOf(word) ?? '') !== '-')
    .slice(literalOf(args[0] ?? NO_WORD) === '-' ? 0 : 1);
  return conditions.flatMap((word) => {
    const condition = literalOf(word) ?? '';
    if (/^(?:ERR|DEBUG|RETURN)$/i.test(condition)) return [found('trap-condition', word)];
    return signalName(word, condition);
  });
};

const signalName = (word: ShellWord, text: string): FoundConstruct[] =>
  /^-?SIG[A-Z]+\d?$/.test(text) && /^-?SIG/.test(word.text)
    ? [found('signal-name', word, { edits: [replace(word, text.replace('SIG', ''))] })]
    : [];

const kill: Builtin = ({ args }) => args.flatMap((word) => signalName(word, literalOf(word) ?? ''));

const NO_WORD: ShellWord = { start: 0, end: 0, text: '', nodes: [] };
const COMPOUND = /^(?:if|for|while|until|case|\{|\(|\[\[|!|\(\()$/;

const time: Builtin = ({ name, args }) => {
  const first = args.find(({ text }) => text !== '-p')?.text ?? '';
  return [found(COMPOUND.test(first) ? 'time' : 'time-utility', name)];
};

const exit: Builtin = ({ args: [status] }) => {
  const text = status ? literalOf(status) : null;
  if (!status || text === null || !/^-\d{1,3}$/.test(text)) return NONE;
  return [found('exit-status', status, { edits: [replace(status, String(((Number(text) % 256) + 256) % 256))] })];
};

const type: Builtin = (call) => {
  const options = onlyOptions('')(call);
  return options.length > 0 ? options : [found('type', call.name)];
};

const unset: Builtin = (call) => {
  const items = call.args.filter((word) => /^[A-Za-z_]\w*\[.*\]$/s.test(literalOf(word) ?? ''));
  return [...onlyOptions('fv')(call), ...items.map((word) => found('array', word))];
};

const test: Builtin = ({ node, args }) =>
  oneField(args.flatMap(({ nodes }) => nodes)) === '' ? [] : testWords(node, args, 'test');

const each = (names: string, builtin: Builtin): Record<string, Builtin> =>
  Object.fromEntries(names.split(' ').map((name) => [name, builtin]));

const BUILTINS: Readonly<Record<string, Builtin>> = {
  source,
  echo,
  printf,
  read,
  test,
  trap,
  kill,
  time,
  type,
  let: letCommand,
  set: setOptions,
  unset,
  coproc: named('coproc'),
  shopt: named('shopt'),
  which: named('which'),
  ulimit: onlyOptions('f', 'ulimit-option'),
  ...each('exit return', exit),
  ...each('local', named('local')),
  ...each('pushd popd dirs', named('dir-stack')),
  ...each('declare typeset', named('declare')),
  ...each(
    'mapfile readarray disown builtin complete compgen compopt caller bind enable history logout suspend help',
    named('bash-builtin'),
  ),
  ...each('wait exec alias bg fg getopts', onlyOptions('')),
  ...each('export readonly', onlyOptions('p')),
  cd: onlyOptions('LP'),
  pwd: onlyOptions('LP'),
  hash: onlyOptions('r'),
  umask: onlyOptions('S'),
  jobs: onlyOptions('lp'),
  unalias: onlyOptions('a'),
  command: onlyOptions('pvV'),
};

export const builtinRules: Rules = { command };
