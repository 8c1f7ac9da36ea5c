import { quoteWord } from '#code/shell-quote.ts';
import { literalOf } from '#code/shell-words.ts';
import { type FoundConstruct, found, NONE, replace } from '../found.ts';
import type { RuleCommand } from './call.ts';

/** `printf -v`, and formats that only some shells know. */
export function printf({ node, name, args, script }: RuleCommand): readonly FoundConstruct[] {
  const [first, second, third] = args;
  const option = first ? literalOf(first) : null;
  if (first && option === '-v') {
    const variable = second ? literalOf(second) : null;
    const format = third ? literalOf(third) : null;
    const whole = node.start === name.start && node.end === (args.at(-1)?.end ?? node.end);
    if (!third || !variable || !/^[A-Za-z_]\w*$/.test(variable) || format === null || !whole)
      return [found('printf-v', first)];
    const rest = script.text.slice(third.start, node.end);
    const edits = /\\n$/.test(format) ? undefined : [replace(node, `${variable}=$(printf ${rest})`)];
    return [found('printf-v', first, { edits, assumes: 'the result does not end in a newline' })];
  }
  const format = first ? literalOf(first) : null;
  if (!first || format === null) return NONE;
  const odd = /%[-+ #0]*\d*(?:\.\d+)?(?:q|Q|\()|\\(?:[eEx"]|u[\da-fA-F]|U[\da-fA-F])/.exec(
    format.replaceAll('\\\\', '  ').replaceAll('%%', '  '),
  );
  if (!odd) return NONE;
  const portable = format.replace(/\\\\|\\([eE])|\\x([\da-fA-F]{1,2})/g, (all, letter?: string, hex?: string) => {
    if (letter) return '\\033';
    return hex ? `\\${Number.parseInt(hex, 16).toString(8).padStart(3, '0')}` : all;
  });
  const left = /%[-+ #0]*\d*(?:\.\d+)?(?:q|Q|\()|\\["uUx]/.test(portable.replaceAll('\\\\', ''));
  return [found('printf-format', first, left ? {} : { edits: [replace(first, quoteWord(portable))] })];
}
