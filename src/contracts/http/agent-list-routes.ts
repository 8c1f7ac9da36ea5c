import { z } from 'zod';
import { get } from './route.ts';

const Named = z.object({
  name: z.string(),
  description: z.string(),
  /** Whose it is. */
  from: z.enum(['project', 'person', 'assay']),
});

/**
 * Who can work in a folder and with what: agents, skills and sources by name. No secret, and no command's arguments.
 */
export const AgentList = z.object({
  folder: z.string(),
  agents: z.array(Named.extend({ model: z.string().nullable() })),
  skills: z.array(Named.extend({ forModels: z.boolean() })),
  sources: z.array(z.object({ name: z.string(), type: z.string(), where: z.string(), readOnly: z.boolean() })),
  /** What is wrong with definitions here, one line each. */
  problems: z.array(z.string()),
});
export type AgentList = z.infer<typeof AgentList>;

export const agentListRoutes = {
  agentList: get('/api/agents', { query: z.object({ folder: z.string().max(4_096).optional() }), answer: AgentList }),
};
