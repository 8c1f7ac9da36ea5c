import type { Command } from 'commander';
import type { Cli } from './context.ts';
import { examples } from './help.ts';
import { many } from './many.ts';

/** `assay sources add|list|test|auth|remove|enable|disable`. */
export function defineSources(program: Command, cli: Cli): void {
  const sources = program
    .command('sources')
    .helpGroup('Knowledge')
    .helpCommand(false)
    .description('MCP servers, REST services and folders whose tools conversations may use');
  const load = () => import('./commands/sources.ts');
  const enabling = () => import('./commands/sources-enable.ts');
  sources
    .command('add')
    .description('add a source and try it')
    .argument('NAME', 'what you call it')
    .argument('[COMMAND...]', 'after --: the program of an MCP server over stdio')
    .option('--url <address>', 'an MCP server over HTTP; with --openapi, where calls go')
    .option('--sse', 'the server speaks the older HTTP with server-sent events')
    .option('--openapi <file>', 'a REST service, by its OpenAPI 3 document')
    .option('--only <what...>', 'only these of its operations: names, tags or path prefixes')
    .option('--folder <folder>', 'a folder on this machine, to be listed, read and searched')
    .option('--search <provider>', 'web search: brave, tavily or searxng (with --url)')
    .option('--header <field=name>', 'send a stored secret as this header', many)
    .option('--env <variable=name>', 'give a stored secret to the program as this variable', many)
    .option('--read-only', 'I confirm that its tools only read: explore mode may use them')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      examples(
        'assay sources add files -- npx -y @modelcontextprotocol/server-filesystem .',
        'assay sources add tracker --url https://example.com/mcp',
        'assay sources add pets --openapi petstore.yaml --header X-Api-Key=PETS',
        'assay sources add notes --folder ~/notes',
        'assay sources add web --search brave --header X-Subscription-Token=BRAVE',
      ),
    )
    .action(async (name, command, options) => cli.exit(await (await load()).addSource(cli, name, command, options)));
  sources
    .command('list')
    .description('list the sources of this project and your own')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay sources list'))
    .action(async (options) => cli.exit(await (await load()).listSourcesCommand(cli, options)));
  sources
    .command('enable')
    .description('let agents use the servers in this project’s .mcp.json (needs a person at a terminal)')
    .argument('[NAME...]', 'which servers (default: all)')
    .option('--read-only', 'I confirm that their tools only read: explore mode may use them')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay sources enable', 'assay sources enable tracker --read-only'))
    .action(async (names, options) => cli.exit(await (await enabling()).enableProjectServers(cli, names, options)));
  sources
    .command('disable')
    .description('stop using the servers in this project’s .mcp.json')
    .argument('[NAME...]', 'which servers (default: all)')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay sources disable'))
    .action(async (names, options) => cli.exit(await (await enabling()).disableProjectServers(cli, names, options)));
  sources
    .command('test')
    .description('connect, and say what is wrong')
    .argument('NAME')
    .option('--accept', 'accept its tools as they are now')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay sources test tracker', 'assay sources test tracker --accept'))
    .action(async (name, options) => cli.exit(await (await load()).testSource(cli, name, options)));
  sources
    .command('auth')
    .description('sign in (OAuth), or store a secret that you type or pipe in')
    .argument('NAME')
    .option('--secret <name>', 'the secret that --header or --env of `add` names')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay sources auth tracker', 'assay sources auth pets --secret PETS < key.txt'))
    .action(async (name, options) => cli.exit(await (await load()).authSource(cli, name, options)));
  sources
    .command('remove')
    .description('remove it and everything stored for it')
    .argument('NAME')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay sources remove tracker'))
    .action(async (name, options) => cli.exit(await (await load()).removeSourceCommand(cli, name, options)));
}
