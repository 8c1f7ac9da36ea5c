import { type Command, InvalidArgumentError } from 'commander';
import type { Cli } from './context.ts';
import { examples } from './help.ts';

export function defineTools(program: Command, cli: Cli): void {
  program
    .command('sim')
    .helpGroup('Tools')
    .description('a scripted model server: dry-run clients with no key')
    .argument('[SCENARIO]', 'a name (see --list) or the path of a module', 'echo')
    .option('--port <n>', 'the port to listen on; 0 takes any free one', portOption, 0)
    .option('--latency <factor>', 'multiply every delay; 0 answers at once', factor, 1)
    .option('--list', 'list the scenarios')
    .option('--json', 'JSON lines: the address, then one per request')
    .addHelpText('after', examples('assay sim --list', 'assay sim flaky --port 4010', 'assay sim ./my-scenario.ts'))
    .action(async (scenario, options) =>
      cli.exit(await (await import('./commands/sim.ts')).sim(cli, scenario, options)),
    );

  program
    .command('mcp')
    .helpGroup('Tools')
    .description('serve Assay to an MCP client over stdin and stdout, or over HTTP')
    .option('--tools <list>', 'which tools: gate, runs, knowledge, toolbelt (comma-separated), or all', 'gate')
    .option('--http', 'serve any number of clients over HTTP on loopback; prints the address and a token')
    .option('--port <n>', 'with --http: the port to listen on; 0 takes any free one', portOption, 0)
    .addHelpText(
      'after',
      examples(
        'assay mcp',
        'claude mcp add assay -- assay mcp',
        'assay mcp --tools gate,knowledge',
        'assay mcp --http',
      ),
    )
    .action(async (options) => cli.exit(await (await import('./commands/mcp.ts')).mcp(cli, options)));

  program
    .command('completion')
    .helpGroup('Tools')
    .description('print the completion script of a shell')
    .argument('SHELL', 'bash, zsh or fish')
    .addHelpText(
      'after',
      examples(
        'source <(assay completion bash)                     # in ~/.bashrc',
        'source <(assay completion zsh)                      # in ~/.zshrc',
        'assay completion fish > ~/.config/fish/completions/assay.fish',
      ),
    )
    .action(async (shell) => cli.exit(await (await import('./commands/completion.ts')).completion(cli, shell)));

  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(async (words) => cli.exit(await (await import('./commands/completion.ts')).complete(cli, program, words)));
}

export function wholeNumberOption(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

export function portOption(text: string): number {
  const port = wholeNumberOption(text);
  if (port > 65_535) throw new InvalidArgumentError('Ports go up to 65535.');
  return port;
}

/** Zero of something is never intended. */
export function countOption(text: string): number {
  const count = wholeNumberOption(text);
  if (count === 0) throw new InvalidArgumentError('It must be at least 1.');
  return count;
}

export function factor(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw new InvalidArgumentError('It must be a number that is not negative.');
  }
  return value;
}

/** A limit of zero would stop everything. */
export function amountOption(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a number above 0, such as 2.5.');
}
