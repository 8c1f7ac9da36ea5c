import { AssayError, EXIT, toErrorInfo } from '#contracts/errors.ts';
import { openHome } from '#host/home.ts';
import { findProject } from '#sessions/chat/find-project.ts';
import type { Enabled } from '#sources/mcp/enabled-servers.ts';
import { MCP_FILE, type OfferedServer, variablesOf } from '#sources/mcp/mcp-file.ts';
import {
  disableServers,
  enableServers,
  offerOf,
  openServer,
  type ServerOffer,
  whyNotUsed,
} from '#sources/project-servers.ts';
import { suspicious } from '#sources/untrusted-text.ts';
import type { Cli, JsonOption } from '../context.ts';
import { confirmed, isAtTerminal } from '../person.ts';
import { plural } from '../words.ts';

export interface EnableOptions extends JsonOption {
  readonly readOnly?: boolean;
}

/** Shows what the project's `.mcp.json` would start, and starts and enables it only after a person agrees. */
export async function enableProjectServers(
  cli: Cli,
  names: readonly string[],
  options: EnableOptions,
): Promise<number> {
  const { screen, env } = cli;
  if (!isAtTerminal())
    throw new AssayError('PERMISSION_DENIED', 'Enabling what a project would start needs a person at a terminal.', {
      next: 'Run it in your own terminal.',
    });
  const home = await openHome(env);
  const { project } = await findProject(process.cwd());
  const offer = await offerOf(project, home);
  if (offer === null) throw new AssayError('FILE_MISSING', `There is no ${MCP_FILE} in ${project}.`);
  const wanted = chosen(offer, names);
  screen.err(`${MCP_FILE} of ${project} offers:`);
  for (const server of wanted) screen.err(`  ${serverLine(server)}`);
  screen.err('Programs run outside of the sandbox, with your rights, whenever an agent works here.');
  if (!(await confirmed(cli, `Enable ${wanted.map(({ name }) => name).join(', ')}?`))) {
    screen.err('Nothing was started, and nothing is enabled.');
    return EXIT.person;
  }
  const accepted: Record<string, Enabled['servers'][string]> = {};
  const failed: string[] = [];
  for (const server of wanted) {
    try {
      const open = await openServer(server, project, env);
      await open.close();
      accepted[server.name] = { toolsHash: open.toolsHash, readOnly: options.readOnly ?? false };
      screen.err(
        `${server.name}: ${plural(open.tools.length, 'tool')}: ${open.tools.map(({ name }) => name).join(', ')}`,
      );
      for (const { name, description = '' } of open.tools)
        for (const doubt of suspicious(`${name} ${description}`))
          screen.err(
            screen.paintErr('yellow', `  ${name}: ${doubt}. Look at it: assay sources disable ${server.name}`),
          );
    } catch (thrown) {
      failed.push(server.name);
      screen.err(`${server.name} is not enabled: ${toErrorInfo(thrown).message}`);
    }
  }
  await enableServers(offer, project, home, accepted, Date.now());
  if (options.json) screen.json({ project, hash: offer.fileHash, enabled: Object.keys(accepted), failed });
  return failed.length > 0 ? EXIT.failed : EXIT.done;
}

export async function disableProjectServers(cli: Cli, names: readonly string[], { json }: JsonOption): Promise<number> {
  const { project } = await findProject(process.cwd());
  await disableServers(project, await openHome(cli.env), names);
  const what = names.length === 0 ? `Servers of ${MCP_FILE}` : names.join(', ');
  if (json) cli.screen.json({ project, disabled: names.length === 0 ? 'all' : names });
  else cli.screen.out(`${what}: not enabled in ${project}.`);
  return EXIT.done;
}

/** A line for commands that start work here, where `.mcp.json` offers servers that are not enabled; null otherwise. */
export async function unusedOffer(cli: Cli): Promise<string | null> {
  const { project } = await findProject(process.cwd());
  const offer = await offerOf(project, await openHome(cli.env));
  const why = offer && whyNotUsed(offer);
  return why ? cli.screen.paintErr('dim', `${MCP_FILE} is not used: ${why}`) : null;
}

/** The project's part of `assay sources list`; empty where it offers nothing. */
export async function offeredHere(cli: Cli): Promise<{ lines: string[]; json: object | null }> {
  const { project } = await findProject(process.cwd());
  const offer = await offerOf(project, await openHome(cli.env));
  if (offer === null) return { lines: [], json: null };
  const why = whyNotUsed(offer);
  const isEnabled = (name: string): boolean => why === null && offer.enabled?.servers[name] !== undefined;
  return {
    lines: [
      `${MCP_FILE} of ${project}${why === null ? '' : `: ${why}`}`,
      ...offer.servers.map((server) => `  ${isEnabled(server.name) ? 'enabled' : 'offered'}  ${serverLine(server)}`),
      ...offer.problems.map((problem) => `  ${problem}`),
    ],
    json: {
      ...{ project, hash: offer.fileHash, why, problems: offer.problems },
      servers: offer.servers.map((server) => ({ ...server, enabled: isEnabled(server.name) })),
    },
  };
}

function chosen({ servers, problems }: ServerOffer, names: readonly string[]): readonly OfferedServer[] {
  const unknown = names.find((name) => !servers.some((server) => server.name === name));
  if (unknown !== undefined || servers.length === 0)
    throw new AssayError(
      'SOURCE_UNKNOWN',
      unknown === undefined ? `${MCP_FILE} names no server.` : `${MCP_FILE} names no server ${unknown}.`,
      { next: servers.length > 0 ? `It names ${servers.map(({ name }) => name).join(', ')}.` : problems.join('; ') },
    );
  return names.length === 0 ? servers : servers.filter(({ name }) => names.includes(name));
}

function serverLine(server: OfferedServer): string {
  const what = server.type === 'stdio' ? [server.command, ...server.args].join(' ') : server.url;
  const own = server.type === 'stdio' ? server.env : server.headers;
  const given = [...new Set([...Object.keys(own), ...variablesOf(server)])];
  return `${server.name}  ${JSON.stringify(what).slice(1, -1)}${given.length === 0 ? '' : `  (gets ${given.join(', ')})`}`;
}
