import { CHAT } from '#contracts/chat-turn.ts';
import type { Workflow } from '../workflow.ts';

export const chatWorkflow: Workflow = {
  name: CHAT,
  chapters: [{ title: 'Conversation', steps: { listen: 'Wait for a message', turn: 'Answer' } }],
  /** Continues an interrupted turn. Questions to a person then count as denied. */
  async runtime(runs) {
    const { ChatHost } = await import('#sessions/chat/chat-host.ts');
    const { chatResearcher } = await import('../research/chat-researcher.ts');
    const host = new ChatHost({ runs, env: process.env, me: 'assay', researcher: chatResearcher(runs, process.env) });
    return { deps: host.deps, graphs: host.graphs, close: () => host.close() };
  },
  async graph(runs, env) {
    const { ChatHost } = await import('#sessions/chat/chat-host.ts');
    return new ChatHost({ runs, env, me: '' }).graphs.get(CHAT);
  },
};
