import {
  isFunctionNode,
  isWrapping,
  type Node,
  nodeAt,
  nodesAt,
  parseProgram,
  textAt,
  walkSyntax,
  withoutWraps,
} from '../observe/syntax-javascript.ts';
import { Carriers, isCompared } from './carriers.ts';
import { decidedBy } from './decided-by.ts';
import type { CodeLook, KnownVariables } from './look.ts';
import { isBuiltin, ofGlobal, ofLocale, ofModule, ofNew, ofSource, type SeenLook, sign } from './looks-by-name.ts';
import { isLocal, isNoReference, type Name, namesOf } from './names-javascript.ts';
import { type Use, useOf } from './use-of-name.ts';

/** What a file uses besides its arguments. Pure. */
export function looksJavascript(path: string, text: string, variables: KnownVariables): CodeLook[] {
  const program = parseProgram(path, text);
  if (!program) return [];
  const names = namesOf(program);
  const tainted = new Map<string, string>();
  const counters = countersOf(program, names);
  const carriers = new Carriers();
  const found: CodeLook[] = [];
  // Twice: what is stored under a name of the file is known after the first pass.
  for (const isLast of [false, true]) {
    walkSyntax(program, (node, above) => {
      // Types do not run: the names of their parameters are not names of values.
      if (TYPES.test(node.type)) return false;
      const seen = lookAt(node, above, { names, tainted, counters, variables });
      const what = seen ?? carried(node, above, carriers);
      if (what === null) return undefined;
      carriers.keep(node, above, what);
      // What is kept says something only where it decides.
      if (seen === null && !(decidedBy(node, above).condition && (!what.clock || isCompared(node, above))))
        return undefined;
      const functions = above.filter(isFunctionNode);
      const kept = functions.length === 0 ? keptUnder(above) : null;
      if (kept !== null) tainted.set(kept, `${kept}, which holds ${what.what}`);
      if (isLast && (kept === null || MADE_OF_TEXT.test(what.what)))
        found.push({
          ...{ line: lineAt(text, node.start), what: what.what, clock: what.clock },
          ...{ within: functions.map(({ start }) => lineAt(text, start)), ...decidedBy(node, above) },
        });
      return undefined;
    });
  }
  return found;
}

/** A look that the code has taken before, under the name it was kept by. */
function carried(node: Node, above: readonly Node[], carriers: Carriers): SeenLook {
  const parent = above.at(-1);
  const isName = node.type === 'Identifier' && parent !== undefined && !isNoReference(node, parent);
  if (!isName && node.type !== 'ThisExpression') return null;
  return carriers.of(node, above, parent?.type === 'CallExpression' && nodeAt(parent, 'callee') === node);
}

/** A function without a body in the source: what it does is only known where it can be called. */
const MADE_OF_TEXT = /^code that is made of a text/;

const TYPES = /^TS(TypeAnnotation|TypeAliasDeclaration|InterfaceDeclaration|TypeParameter\w*|\w+Type|TypeLiteral)$/;

interface Known {
  readonly names: ReadonlyMap<string, Name>;
  readonly tainted: ReadonlyMap<string, string>;
  readonly counters: ReadonlyMap<string, string>;
  readonly variables: KnownVariables;
}

function lookAt(node: Node, above: readonly Node[], known: Known): SeenLook {
  const parent = above.at(-1);
  if (node.type === 'MetaProperty') {
    const [of = ''] = useOf(node, above).members;
    return textAt(nodeAt(node, 'meta'), 'name') !== 'import' || /^(url|dirname|filename|resolve)$/.test(of)
      ? null
      : sign(`import.meta${of === '' ? '' : `.${of}`}`);
  }
  if (node.type === 'NewExpression')
    return (
      ofNew(
        node,
        above.findLast((each) => !isWrapping(each)),
      ) ?? ofLocale(node)
    );
  if (node.type === 'CallExpression') return ofLocale(node);
  if (node.type === 'ImportExpression') return ofSource(nodeAt(node, 'source'));
  if (node.type !== 'Identifier' || !parent || isNoReference(node, parent)) return null;
  if (parent.type === 'VariableDeclarator' && nodeAt(parent, 'id') === node) return null;
  const name = textAt(node, 'name');
  const own = known.names.get(name);
  const use = useOf(node, above);
  if (use.members[0] === 'stack' && isOwnError(name, above)) return sign('the stack');
  if (isLocal(name, above))
    return isTextOfFunction(name, use, above) ? sign('the text of a function that it is given') : null;
  const moves = known.counters.get(name);
  if (moves !== undefined) return above.some(isFunctionNode) ? { what: moves, clock: true } : null;
  const kept = known.tainted.get(name);
  if (kept !== undefined) return above.some(isFunctionNode) ? sign(kept) : null;
  if (own === 'own') return null;
  if (own) return isBuiltin(own.from) ? ofModule(own, use) : null;
  return ofGlobal(name, use, known.variables);
}

/**
 * Names at the top of a file that its functions use for counting, or that a callback there sets later; and what they
 * reveal.
 */
function countersOf(program: Node, names: ReadonlyMap<string, Name>): Map<string, string> {
  const counters = new Map<string, string>();
  walkSyntax(program, (node, above) => {
    const isCount =
      node.type === 'UpdateExpression' ||
      (node.type === 'AssignmentExpression' && /^[+-]=$/.test(textAt(node, 'operator')));
    const name = textAt(nodeAt(node, 'argument') ?? nodeAt(node, 'left'), 'name');
    const isOwn = names.get(name) === 'own' && above.some(isFunctionNode) && !isLocal(name, above);
    if (isCount && isOwn) counters.set(name, 'how often it was called');
    else if (node.type === 'AssignmentExpression' && isOwn && isLater(above))
      counters.set(name, `${name}, which is set at some time after the file was loaded`);
    return undefined;
  });
  return counters;
}

/** In a callback that the file registers while it is loaded: a timer, an event. */
function isLater(above: readonly Node[]): boolean {
  const functions = above.filter(isFunctionNode);
  const [only] = functions;
  const parent = only && above[above.indexOf(only) - 1];
  return (
    functions.length === 1 && parent?.type === 'CallExpression' && nodesAt(parent, 'arguments').includes(only as Node)
  );
}

/** `tell.toString()`, where `tell` is also called. */
function isTextOfFunction(name: string, { members, call }: Use, above: readonly Node[]): boolean {
  if (members[0] !== 'toString' || !call) return false;
  let called = false;
  for (const fn of above.filter(isFunctionNode))
    walkSyntax(fn, (node) => {
      if (node.type === 'CallExpression' && textAt(nodeAt(node, 'callee'), 'name') === name) called = true;
      return undefined;
    });
  return called;
}

/** An error that the code makes itself, and does not catch: `const error = new Error(); error.stack`. */
function isOwnError(name: string, above: readonly Node[]): boolean {
  let own = false;
  const is = (node: Node | null | undefined): boolean => textAt(withoutWraps(node ?? null), 'name') === name;
  for (const fn of above.filter(isFunctionNode).slice(0, 1))
    walkSyntax(fn, (node) => {
      const made = withoutWraps(nodeAt(node, 'init') ?? nodeAt(node, 'right'));
      const isMade =
        made !== null &&
        /^(New|Call)Expression$/.test(made.type) &&
        /Error$/.test(textAt(withoutWraps(nodeAt(made, 'callee')), 'name'));
      if (isMade && is(nodeAt(node, 'id') ?? nodeAt(node, 'left'))) own = true;
      const captures = textAt(nodeAt(nodeAt(node, 'callee') ?? node, 'property'), 'name') === 'captureStackTrace';
      if (captures && is(nodesAt(node, 'arguments')[0])) own = true;
      return undefined;
    });
  return own && !isWritten(above);
}

/** `error.stack = …`: given to it, not read. */
function isWritten(above: readonly Node[]): boolean {
  const member = above.findLast((each) => !isWrapping(each));
  const around = above[above.lastIndexOf(member as Node) - 1];
  return around?.type === 'AssignmentExpression' && nodeAt(around, 'left') === member;
}

/** The name under which the file stores what it reads while it is loaded. */
function keptUnder(above: readonly Node[]): string | null {
  const declarator = above.find(({ type }) => type === 'VariableDeclarator');
  const name = declarator && textAt(nodeAt(declarator, 'id'), 'name');
  return name ? name : null;
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;
