import { programText } from '#host/program-text.ts';

/**
 * A script that starts a runner's program in its own process. It finds the program as Node does, from the folder up, so
 * hoisted packages, workspaces and pnpm's layout all work; and the tests do not see our arguments: a program under test
 * that reads `process.argv` would take them for its own. Called with the number of our arguments, our arguments, and
 * then those that a person would give. `before` is the body of an async function that is given the program's file
 * first.
 */
export const startScript = (packages: readonly string[], before = 'null'): string =>
  programText(new URL('./start.cjs', import.meta.url), { PACKAGES: JSON.stringify(packages), BEFORE: before });

export const START_FILE = 'start.cjs';

/** The program and its first arguments: our script, or what the configuration names instead. */
export function startWith(
  reports: string,
  launch: readonly [string, ...string[]] | undefined,
  nodeOptions: readonly string[],
  ours: readonly string[],
): { readonly program: string; readonly args: readonly string[] } {
  const [program, ...before] = launch ?? ['node'];
  if (launch) return { program, args: [...before, ...ours] };
  return { program, args: [...nodeOptions, `${reports}/${START_FILE}`, String(ours.length), ...ours] };
}

/** More arguments of ours: hidden from the tests where our script starts the program. */
export function withMore(args: readonly string[], more: readonly string[]): string[] {
  const at = args.findIndex((each) => each.endsWith(`/${START_FILE}`));
  const count = Number(args[at + 1]);
  if (at < 0 || !Number.isInteger(count)) return [...args, ...more];
  const end = at + 2 + count;
  return [
    ...args.slice(0, at + 1),
    String(count + more.length),
    ...args.slice(at + 2, end),
    ...more,
    ...args.slice(end),
  ];
}
