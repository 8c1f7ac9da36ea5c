import type { ShellReport } from './schema.ts';
import { checkSyntax, type Environment, findShells } from './shells.ts';

type What = ShellReport['syntax'][number]['what'];

/** Asks every shell that is installed about the syntax of the command and of its rewrite. */
export async function verifySyntax(
  report: ShellReport,
  env: Environment,
  signal: AbortSignal,
): Promise<ShellReport['syntax']> {
  const asked = texts(report).flatMap(([what, text]) => findShells(env).map((shell) => ({ what, text, shell })));
  const answers: ShellReport['syntax'] = [];
  for (const { what, text, shell } of asked) {
    answers.push({ shell: shell.name, what, ...(await checkSyntax(shell, text, env, signal)) });
  }
  return answers;
}

const texts = ({ command, rewritten }: ShellReport): [What, string][] => [
  ['command', command],
  ...(rewritten === null ? [] : [['rewritten', rewritten] satisfies [What, string]]),
];
