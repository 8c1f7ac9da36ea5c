import { z } from 'zod';
import { PermissionMode } from '../permission.ts';

/** A person's settings of the window; kept in `preferences.json` in Assay's home. No secret belongs here. */
export const Preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** A colour preset of the page, by name. */
  preset: z
    .string()
    .max(40)
    .regex(/^[a-z0-9-]+$/)
    .default('assay'),
  /** Compact rows. */
  dense: z.boolean().default(false),
  notifications: z.boolean().default(false),
  /** `PROVIDER:NAME`; null leaves the choice to Assay. */
  model: z.string().max(200).nullable().default(null),
  backend: z.string().max(200).nullable().default(null),
  /** How much the agent of a new conversation may do. */
  permissions: z.object({ mode: PermissionMode.default('ask') }).default({ mode: 'ask' }),
});
export type Preferences = z.infer<typeof Preferences>;

/** Only the fields that change. */
export const PreferencesChange = z.object({
  theme: z.enum(['system', 'light', 'dark']).optional(),
  preset: z
    .string()
    .max(40)
    .regex(/^[a-z0-9-]+$/)
    .optional(),
  dense: z.boolean().optional(),
  notifications: z.boolean().optional(),
  model: z.string().max(200).nullable().optional(),
  backend: z.string().max(200).nullable().optional(),
  permissions: z.object({ mode: PermissionMode.optional() }).optional(),
});
export type PreferencesChange = z.infer<typeof PreferencesChange>;
