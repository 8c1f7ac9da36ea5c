import { z } from 'zod';
import { get } from './route.ts';

/** An agent that is installed here. */
export const AgentFound = z.object({
  title: z.string(),
  /** What `--backend` takes; null where something is missing to run it hosted. */
  backend: z.string().nullable(),
  how: z.enum(['package', 'program']),
  path: z.string(),
  version: z.string().nullable(),
  /** What is missing. */
  next: z.string().nullable(),
});
export type AgentFound = z.infer<typeof AgentFound>;

/** A client whose configuration `assay connect` can write. */
export const ClientShown = z.object({
  /** What `assay connect` takes. */
  id: z.string(),
  title: z.string(),
  /** Whether its program is on the PATH of the server; null where that cannot be told. */
  installed: z.boolean().nullable(),
  version: z.string().nullable(),
  /** The command that installs it, where there is one. */
  install: z.string().nullable(),
  /** The backend of its agent, where Assay can drive it. */
  backend: z.string().nullable(),
  command: z.string(),
  /** The file that is written: in the repository, or (with `~`) the person's own. */
  file: z.string(),
  format: z.enum(['json', 'toml']),
  /** What an empty file would hold afterwards. Nothing of a file that is there is read for this. */
  configuration: z.string(),
  /** What to do then. */
  next: z.string(),
});
export type ClientShown = z.infer<typeof ClientShown>;

export const ConnectAnswer = z.object({
  /** How Assay is called in a terminal of this machine. */
  assay: z.string(),
  /** The folder to put on the PATH, where `assay` is not on it yet. */
  addToPath: z.string().nullable(),
  agents: z.array(AgentFound),
  clients: z.array(ClientShown),
  /** Names of variables that lead to a model, who uses them, and whether they are set. Never a value. */
  keys: z.array(z.object({ name: z.string(), use: z.string(), set: z.boolean() })),
  /** Whether agents can be run unattended here; null where they can, else why not and what to do. */
  unisolated: z.string().nullable(),
});
export type ConnectAnswer = z.infer<typeof ConnectAnswer>;

export const connectRoutes = {
  /** Looked at when asked: it starts the programs to hear their versions. */
  connect: get('/api/connect', { answer: ConnectAnswer }),
};
