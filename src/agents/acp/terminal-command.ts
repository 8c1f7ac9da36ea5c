import { RequestError } from '@agentclientprotocol/sdk';
import { quote, quoteWord } from '#code/shell-quote.ts';

export interface TerminalWords {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | undefined;
}

export interface TerminalCommand {
  readonly program: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  /** The line by which it is judged: a shell would run exactly this program from it, with these words and variables. */
  readonly line: string;
}

/** The command of a terminal. Some agents send a shell line as the command, without arguments. */
export function terminalCommand({ command, args = [], env = [] }: TerminalWords): TerminalCommand {
  const [program, ...rest] = args.length === 0 ? (['sh', '-c', command] as const) : ([command, ...args] as const);
  const assigns = env.filter(({ name }) => !MARKS.has(name)).map(assignmentOf);
  const line = args.length === 0 && assigns.length === 0 ? command : [...assigns, quote([program, ...rest])].join(' ');
  return { program, args: rest, env: Object.fromEntries(env.map(({ name, value }) => [name, value])), line };
}

/**
 * Variables with which an agent only marks what it runs. In the line, they would make every command look different from
 * the one that was asked for.
 */
const MARKS: ReadonlySet<string> = new Set(['CLAUDECODE']);

function assignmentOf({ name, value }: { readonly name: string; readonly value: string }): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `${name}=${quoteWord(value)}`;
  // Among such names are those from which bash imports functions.
  throw RequestError.invalidParams({ name }, `${JSON.stringify(name)} is not a valid name for a shell variable.`);
}
