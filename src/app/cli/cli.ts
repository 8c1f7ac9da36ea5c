import { CommanderError } from 'commander';
import { reportError, usage } from './cli-error.ts';
import { firstPage } from './help.ts';
import { buildProgram } from './program.ts';
import { screenOn } from './screen.ts';

/** Runs one command line and returns its exit code. */
export async function runCli(args: readonly string[], version: string): Promise<number> {
  const screen = screenOn(process);
  const asJson = args.includes('--json');
  let code = 0;
  const exit = (result: number): void => {
    code = result;
  };
  const program = await buildProgram({ screen, env: process.env, version, exit }, args);
  if (args.length === 0) {
    screen.out(firstPage(program, screen.paint, Math.min(screen.width, 100)));
    return 0;
  }
  if (args.length === 1 && args[0] === 'help') {
    program.outputHelp();
    return 0;
  }
  try {
    await program.parseAsync(args[0] === 'help' ? [...args.slice(1), '--help'] : args, { from: 'user' });
    return code;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return reportError(screen, thrown, asJson);
    return thrown.exitCode === 0 ? 0 : reportError(screen, misuse(thrown, args), asJson);
  }
}

/** Commander's message in our form: what was seen, then what to do. */
function misuse({ message }: CommanderError, args: readonly string[]) {
  const [seen = '', hint] = message.replace(/^error: /, '').split('\n');
  // The command as far as it is known; an unknown word has no help.
  const depth =
    (['runs', 'tool', 'plan', 'state'].includes(args[0] ?? '') ? 2 : 1) - (seen.startsWith('unknown command') ? 1 : 0);
  const command = args.filter((arg) => /^[a-z-]+$/.test(arg)).slice(0, depth);
  const help = hint === undefined ? `\`assay ${[...command, '--help'].join(' ')}\` shows how it is used.` : '';
  return usage(seen, hint === undefined ? help : hint.replace(/^\(|\)$/g, ''));
}
