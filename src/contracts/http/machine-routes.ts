import { z } from 'zod';
import { Json } from '../json.ts';
import { Preferences, PreferencesChange } from './preferences.ts';
import { get, put } from './route.ts';

export const DoctorFinding = z.object({
  name: z.string(),
  group: z.enum(['needed', 'optional', 'agents']),
  state: z.enum(['ok', 'absent', 'bad']),
  seen: z.string(),
  next: z.string().optional(),
});
export type DoctorFinding = z.infer<typeof DoctorFinding>;

/** Sizes in bytes. */
export const Disk = z.object({
  workspaces: z.array(z.object({ name: z.string(), bytes: z.number() })),
  /** The size of all workspaces, their history and caches, and its limit. */
  total: z.number(),
  limit: z.number(),
  history: z.number(),
  caches: z.number(),
  database: z.number(),
  blobs: z.number(),
  free: z.number(),
});
export type Disk = z.infer<typeof Disk>;

export const ToolShown = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  readOnly: z.boolean(),
  destructive: z.boolean(),
  input: Json,
  examples: z.array(z.object({ title: z.string(), input: Json })),
  errors: z.record(z.string(), z.string()),
});
export type ToolShown = z.infer<typeof ToolShown>;

export const machineRoutes = {
  /** Measured on request: it may take a while. */
  workspaces: get('/api/workspaces', { answer: Disk }),
  /** Names of keys that are set, never a value. */
  doctor: get('/api/doctor', { answer: z.object({ fit: z.boolean(), checks: z.array(DoctorFinding) }) }),
  preferences: get('/api/preferences', { answer: Preferences }),
  setPreferences: put('/api/preferences', { body: PreferencesChange, answer: Preferences }),
  tools: get('/api/tools', { answer: z.object({ tools: z.array(ToolShown) }) }),
  /** The workflows that `start` accepts. */
  workflows: get('/api/workflows', {
    answer: z.object({
      workflows: z.array(
        z.object({ name: z.string(), title: z.string(), version: z.number(), simulated: z.boolean() }),
      ),
    }),
  }),
};
