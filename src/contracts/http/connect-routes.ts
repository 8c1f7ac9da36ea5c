import { z } from 'zod';
import { get } from './route.ts';

/** An agent that is installed here. */
export const AgentFound = z.object({
  title: z.string(),
  /** The value for `--backend`; null where something is missing to run it hosted. */
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
  /** The name that `assay connect` takes. */
  id: z.string(),
  title: z.string(),
  /** Whether its program is on the server's PATH; null where that cannot be told. */
  installed: z.boolean().nullable(),
  version: z.string().nullable(),
  /** The command that installs it, if there is one. */
  install: z.string().nullable(),
  /** The backend that drives its agent, if Assay has one. */
  backend: z.string().nullable(),
  command: z.string(),
  /** The file that is written: in the repository, or (with `~`) the person's own. */
  file: z.string(),
  format: z.enum(['json', 'toml']),
  /** What an empty file would hold afterwards. An existing file is not read for this. */
  configuration: z.string(),
  /** What to do next. */
  next: z.string(),
});
export type ClientShown = z.infer<typeof ClientShown>;

export const ConnectAnswer = z.object({
  /** How Assay is called in a terminal on this machine. */
  assay: z.string(),
  /** The folder to add to the PATH, where `assay` is not on it yet. */
  addToPath: z.string().nullable(),
  agents: z.array(AgentFound),
  clients: z.array(ClientShown),
  /** Names of variables that lead to a model, what uses them, and whether they are set. Never a value. */
  keys: z.array(z.object({ name: z.string(), use: z.string(), set: z.boolean() })),
  /** Why agents cannot be run unattended here, and what to do; null where they can. */
  unisolated: z.string().nullable(),
});
export type ConnectAnswer = z.infer<typeof ConnectAnswer>;

export const connectRoutes = {
  /** Looked up on request: it starts the programs to read their versions. */
  connect: get('/api/connect', { answer: ConnectAnswer }),
};
