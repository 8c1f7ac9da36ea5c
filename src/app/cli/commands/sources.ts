import { resolve } from 'node:path';
import { AssayError, EXIT } from '#contracts/errors.ts';
import type { Tool } from '#contracts/tool.ts';
import { openHome } from '#host/home.ts';
import { diagnose } from '#sources/diagnose.ts';
import { signIn } from '#sources/mcp/oauth.ts';
import { credentialsOf, openSource, sourceFiles } from '#sources/open-source.ts';
import { type SourceConfig, SourceName } from '#sources/source-config.ts';
import type { Cli, JsonOption } from '../context.ts';
import { onInterrupt } from '../interrupts.ts';
import { readSecret } from '../person.ts';
import { plural } from '../words.ts';
import { offeredHere } from './sources-enable.ts';

export interface AddOptions extends JsonOption {
  readonly url?: string;
  readonly sse?: boolean;
  readonly openapi?: string;
  readonly only?: readonly string[];
  readonly search?: string;
  readonly folder?: string;
  readonly readOnly?: boolean;
  readonly header?: readonly string[];
  readonly env?: readonly string[];
}

/** Adds a source and tries it at once; one that does not answer is added nevertheless, with the reason. */
export async function addSource(
  cli: Cli,
  name: string,
  command: readonly string[],
  options: AddOptions,
): Promise<number> {
  const home = await openHome(cli.env);
  const read = SourceName.safeParse(name);
  if (!read.success) throw new AssayError('USAGE', `"${name}" cannot name a source: ${read.error.issues[0]?.message}.`);
  const source = configOf(cli, read.data, command, options);
  if ((await sourceFiles(home).list()).some((known) => known.name === name))
    throw new AssayError('USAGE', `There is a source ${name} already.`, { next: `assay sources remove ${name}` });
  await sourceFiles(home).save(source);
  return tried(cli, source, { ...options, accept: true });
}

function configOf(cli: Cli, name: string, [program, ...args]: readonly string[], options: AddOptions): SourceConfig {
  const common = { name, readOnly: options.readOnly ?? false, addedAt: Date.now() };
  const { url, openapi, search, folder } = options;
  if ([program, folder, search ?? openapi ?? url].filter((each) => each !== undefined).length !== 1)
    throw new AssayError('USAGE', 'Name either a command, --url, --openapi, --folder or --search.', {
      next: 'assay sources add files -- npx -y @modelcontextprotocol/server-filesystem .',
    });
  if (options.only !== undefined && openapi === undefined)
    throw new AssayError('USAGE', '--only goes with --openapi.', { next: 'An MCP server offers the tools it has.' });
  // Its tools only read: no one has to confirm that.
  if (folder !== undefined) return { ...common, type: 'folder', folder: resolve(folder), readOnly: true };
  if (program !== undefined)
    return {
      ...common,
      type: 'mcp-stdio',
      command: program,
      args: [...args],
      secretEnv: pairs(options.env),
      toolsHash: null,
    };
  const secretHeaders = pairs(options.header);
  if (search !== undefined) {
    if (search !== 'brave' && search !== 'tavily' && search !== 'searxng')
      throw new AssayError('USAGE', `"${search}" is not a search service that Assay knows.`, {
        next: 'brave, tavily or searxng',
      });
    if (search === 'searxng' && url === undefined)
      throw new AssayError('USAGE', 'searxng needs the address of your own server: --url.', {
        next: `assay sources add ${name} --search searxng --url https://search.example.com`,
      });
    return { ...common, type: 'web-search', provider: search, secretHeaders, ...(url === undefined ? {} : { url }) };
  }
  if (openapi !== undefined)
    return {
      ...common,
      type: 'openapi',
      document: resolve(openapi),
      only: [...(options.only ?? [])],
      secretHeaders,
      ...(url === undefined ? {} : { url }),
    };
  if (url === undefined || !URL.canParse(url) || !/^https?:/.test(url))
    throw new AssayError('USAGE', `"${url}" is not an address.`, { next: 'It begins with https:// or http://.' });
  if (url.startsWith('http:') && !['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname))
    cli.screen.err('Over http anyone on the way can read it; use https where the server has it.');
  return { ...common, type: options.sse ? 'mcp-sse' : 'mcp-http', url, secretHeaders, toolsHash: null };
}

/** `Authorization=TOKEN`: a header or variable, and the name under which its secret is stored. */
function pairs(list: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    list.map((each) => {
      const [field = '', name = ''] = each.split('=', 2);
      if (!/^[\w-]+$/.test(field) || !/^[\w-]+$/.test(name))
        throw new AssayError('USAGE', `"${each}" is not FIELD=NAME.`, {
          next: 'NAME is what the secret is stored under: assay sources auth SOURCE --secret NAME asks for it.',
        });
      return [field, name];
    }),
  );
}

export async function listSourcesCommand(cli: Cli, { json }: JsonOption): Promise<number> {
  const { screen, env } = cli;
  const offered = await offeredHere(cli);
  const sources = await sourceFiles(await openHome(env)).list();
  if (json) {
    screen.json({ sources, offered: offered.json });
    return EXIT.done;
  }
  if (sources.length === 0) screen.out('No sources yet: assay sources add NAME …');
  else
    for (const source of sources) {
      const what =
        source.type === 'mcp-stdio'
          ? [source.command, ...source.args].join(' ')
          : source.type === 'openapi'
            ? source.document
            : source.type === 'folder'
              ? source.folder
              : source.type === 'web-search'
                ? (source.url ?? source.provider)
                : source.url;
      screen.out(
        `${screen.paint('bold', source.name)}  ${source.type}  ${what}${source.readOnly ? '  (only reads)' : ''}`,
      );
    }
  for (const line of offered.lines) screen.out(line);
  return EXIT.done;
}

export interface TestOptions extends JsonOption {
  readonly accept?: boolean;
}

export async function testSource(cli: Cli, name: string, options: TestOptions): Promise<number> {
  return tried(cli, await sourceFiles(await openHome(cli.env)).get(name), options);
}

async function tried({ screen, env }: Cli, source: SourceConfig, { json, accept }: TestOptions): Promise<number> {
  const home = await openHome(env);
  try {
    await using open = await openSource(source, home, env);
    if (source.type === 'web-search') await askOnce(open.tools);
    await open.reach?.();
    const changed = 'toolsHash' in source && source.toolsHash !== null && source.toolsHash !== open.toolsHash;
    if ('toolsHash' in source && (accept || source.toolsHash === null))
      await sourceFiles(home).save({ ...source, toolsHash: open.toolsHash });
    const names = open.tools.map(({ title }) => title.slice(source.name.length + 2));
    if (json)
      screen.json({
        source: source.name,
        ok: !changed || accept === true,
        server: open.server,
        tools: names,
        doubts: open.doubts,
        changed,
      });
    else {
      screen.out(
        `${source.name}: ${open.server} answers; ${plural(names.length, 'tool')}: ${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}`,
      );
      for (const { tool, about } of open.doubts)
        screen.out(screen.paint('yellow', `  ${tool}: ${about.join('; ')}. Look at it before you use it.`));
      if (changed && !accept)
        screen.out(
          screen.paint('yellow', `  Its tools are not those you accepted: assay sources test ${source.name} --accept`),
        );
    }
    return changed && !accept ? EXIT.person : EXIT.done;
  } catch (thrown) {
    const { code, message, next } = diagnose(source, thrown);
    if (json) screen.json({ source: source.name, ok: false, error: { code, message, next } });
    else {
      screen.err(`${source.name}: ${message}`);
      if (next) screen.err(`  next: ${next}`);
    }
    return code === 'SOURCE_SIGN_IN' ? EXIT.person : EXIT.failed;
  }
}

/** A search has no connection to open: whether it answers shows on use. */
async function askOnce([search]: readonly Tool[]): Promise<void> {
  const context = { signal: AbortSignal.timeout(30_000), cwd: process.cwd(), progress: () => undefined };
  const answer = await search?.run({ query: 'test', limit: 1 }, context);
  if (answer?.ok === false) throw new Error(answer.error.message);
}

export interface AuthOptions extends JsonOption {
  readonly secret?: string;
}

/** Signs in to a server, or reads a secret from the terminal or stdin: it is never shown, and never an argument. */
export async function authSource(cli: Cli, name: string, { secret, json }: AuthOptions): Promise<number> {
  const { screen, env } = cli;
  const home = await openHome(env);
  const source = await sourceFiles(home).get(name);
  const credentials = credentialsOf(home, env);
  const stop = new AbortController();
  const interrupts = onInterrupt(() => stop.abort());
  try {
    if (secret !== undefined) credentials.set(`source/${name}/secret/${secret}`, await readSecret(secret));
    else if (source.type === 'mcp-http' || source.type === 'mcp-sse')
      await signIn({
        ...{ store: credentials, source: name, url: source.url, signal: stop.signal },
        show: (address) => screen.err(`Sign in here, in your browser:\n  ${address.href}`),
      });
    else
      throw new AssayError('USAGE', `${name} takes no sign-in.`, {
        next: `assay sources auth ${name} --secret NAME stores a secret for it.`,
      });
    if (json) screen.json({ source: name, stored: true });
    else screen.out(`${name}: stored.`);
    return EXIT.done;
  } finally {
    interrupts.release();
    credentials.close();
  }
}

export async function removeSourceCommand({ screen, env }: Cli, name: string, { json }: JsonOption): Promise<number> {
  const home = await openHome(env);
  await sourceFiles(home).remove(name);
  const credentials = credentialsOf(home, env);
  credentials.delete(`source/${name}`);
  credentials.close();
  if (json) screen.json({ source: name, removed: true });
  else screen.out(`${name} is removed, and what was stored for it.`);
  return EXIT.done;
}
