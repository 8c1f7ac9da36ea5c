import { CommanderError } from 'commander';
import { reportError } from './cli-error.ts';
import { firstPage } from './help.ts';
import { misuse, unknownHelp } from './misuse.ts';
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
  const asked = args[0] === 'help' ? unknownHelp(args.slice(1), program) : null;
  if (asked !== null) return reportError(screen, asked, asJson);
  try {
    await program.parseAsync(args[0] === 'help' ? [...args.slice(1), '--help'] : args, { from: 'user' });
    return code;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return reportError(screen, thrown, asJson);
    return thrown.exitCode === 0 ? 0 : reportError(screen, misuse(thrown, args, program), asJson);
  }
}
