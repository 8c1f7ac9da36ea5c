import { type Command, CommanderError } from 'commander';
import { buildProgram } from '#app/cli/program.ts';
import { plain, type Screen, screenOn } from '#app/cli/screen.ts';

const onScreen = screenOn(process);

/** The words of every command, groups too, as the command tree has them: `['runs', 'show']`. */
export async function allCommands(): Promise<string[][]> {
  const top = (await programFor([], [])).commands.map((command) => command.name());
  const found: string[][] = [[]];
  for (const name of top) {
    const program = await programFor([name, '--help'], []);
    const command = program.commands.find((each) => each.name() === name);
    if (command !== undefined) found.push(...below(command, [name]));
  }
  return found;
}

function below(command: Command, path: string[]): string[][] {
  return [path, ...command.commands.flatMap((each) => below(each, [...path, each.name()]))];
}

/** What `assay WORDS --help` prints, told by the same command tree in this process: a start of the program costs 50 times as much. */
export async function helpOf(words: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const args = [...words, '--help'];
  try {
    await (await programFor(args, lines)).parseAsync(args, { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError) || thrown.exitCode !== 0) throw thrown;
  }
  return lines.map((line) => `${line}\n`).join('');
}

function programFor(args: readonly string[], lines: string[]): Promise<Command> {
  const screen: Screen = { ...onScreen, out: (line) => lines.push(line), paint: plain, width: 100 };
  return buildProgram({ screen, env: {}, version: '0.0.0', exit: () => {} }, args);
}
