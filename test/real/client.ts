import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Answer } from '#workflows/gated-pr/call.ts';

/** One call and its answer, for a person who asks why. */
export interface Told {
  readonly tool: string;
  readonly ms: number;
  readonly answer: Answer;
}

export interface GateClient {
  call(tool: string, input?: Record<string, unknown>): Promise<Answer>;
  readonly told: Told[];
  close(): Promise<void>;
}

/** `assay mcp` as a client starts it, in the person's checkout. */
export async function connect(assay: string, cwd: string, env: Record<string, string>): Promise<GateClient> {
  const client = new Client({ name: 'test-real', version: '1' });
  const transport = new StdioClientTransport({ command: assay, args: ['mcp'], cwd, env, stderr: 'ignore' });
  // A crowded machine takes longer to start it than the minute that is the default.
  await client.connect(transport, { timeout: 300_000 });
  const told: Told[] = [];
  const ask = async (name: string, input: Record<string, unknown>, left = 5): Promise<Answer> => {
    const { structuredContent } = await client.callTool({ name, arguments: input }, undefined, { timeout: 300_000 });
    const answer = Answer.safeParse(structuredContent);
    // A loaded machine may be slow to begin a run; asking for the task once more changes nothing.
    if (!answer.success && left > 0 && name === 'get_task') return ask(name, input, left - 1);
    if (!answer.success) throw new Error(`${name}: ${JSON.stringify(structuredContent).slice(0, 600)}`);
    const { status, ticket } = answer.data;
    if (status !== 'RUNNING') return answer.data;
    if (ticket !== undefined) return ask('check_work', { ticket });
    // The machine is slow. If the call was accepted anyway, the next answer names its ticket.
    const again = await ask(name, input);
    const [busy] = again.reasons.filter(({ code }) => code === 'BUSY');
    const posted = /ticket (\w+)/.exec(busy?.next ?? '')?.[1];
    return posted === undefined ? again : ask('check_work', { ticket: posted });
  };
  return {
    told,
    close: () => client.close(),
    call: async (tool, input = {}) => {
      const begun = performance.now();
      const answer = await ask(tool, input);
      told.push({ tool, ms: Math.round(performance.now() - begun), answer });
      return answer;
    },
  };
}
