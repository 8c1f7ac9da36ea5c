import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { z } from 'zod';

const Content = z.object({ content: z.array(z.object({ type: z.string(), text: z.string().default('') })) });

export interface SearchServer extends AsyncDisposable {
  /** What it says to a question, and the files it names there, in their order. */
  ask(question: string): Promise<{ readonly text: string; readonly files: readonly string[] }>;
}

/** codegraph, a published MCP server that answers questions about code from an index of its own, asked over the protocol. */
export async function openCodegraph(
  installed: string,
  root: string,
  home: string,
  paths: readonly string[],
): Promise<SearchServer> {
  const program = join(installed, 'node_modules', '.bin', 'codegraph');
  const env = { PATH: process.env.PATH ?? '', HOME: home, CODEGRAPH_TELEMETRY: '0', DO_NOT_TRACK: '1' };
  execFileSync(program, ['init', root], { env, stdio: 'ignore', timeout: 600_000 });
  const transport = new StdioClientTransport({ command: program, args: ['serve', '--mcp'], cwd: root, env });
  const client = new Client({ name: 'assay-bench', version: '1' });
  await client.connect(transport, { timeout: 300_000 });
  const known = new Set(paths);
  return {
    async ask(question) {
      const call = { name: 'codegraph_explore', arguments: { query: question, projectPath: root } };
      const { content } = Content.parse(await client.callTool(call, undefined, { timeout: 300_000 }));
      const text = content.map((part) => part.text).join('\n');
      return { text, files: filesIn(text, known) };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** Files whose source it shows come first, then those that it only mentions. */
function filesIn(text: string, known: ReadonlySet<string>): string[] {
  const shown = [...text.matchAll(/^\*\*`([^`]+)`\*\*/gm)].map(([, path = '']) => path);
  const mentioned = text.match(/[\w@.-]+(?:\/[\w@.-]+)*\.\w+/g) ?? [];
  return [...new Set([...shown, ...mentioned])].filter((path) => known.has(path));
}
