import { z } from 'zod';
import { ActivationId } from './ids.ts';
import { PermissionDecision, PermissionQuestion } from './permission.ts';

/**
 * Questions that a workflow asks under these signals get a form of their own; every other question is a plain one. The
 * question of the first is `{ text, request: PermissionRequest }`, of the second `{ text, … }`.
 */
export const PERMISSION_SIGNAL = 'assay.permission';
export const GUIDANCE_SIGNAL = 'assay.guidance';
/** A run that waits under this one waits for an agent's client, not for a person. */
export const CALL_SIGNAL = 'assay.call';

/**
 * A working agent asks, and waits: its question and the answer go through the log of its run, so that any process can
 * show the one and give the other. Every graph accepts these two, besides the signals it declares.
 */
export const PERMIT_ASKED_SIGNAL = 'assay.permit.asked';
export const PERMIT_SIGNAL = 'assay.permit';

export const PermitAsked = z.object({
  /** In one line, for screens and logs. */
  text: z.string(),
  /** Its id for answering; unique in the run. */
  id: z.string().min(1).max(64),
  act: ActivationId,
  attempt: z.number().int().positive(),
  /** When it expires; it then counts as denied. */
  until: z.number(),
  /** Secrets are redacted. */
  question: PermissionQuestion,
});
export type PermitAsked = z.infer<typeof PermitAsked>;

/** The first one in the log counts. */
export const DecidedPermit = PermissionDecision.extend({ text: z.string(), request: z.string().min(1).max(64) });
export type DecidedPermit = z.infer<typeof DecidedPermit>;

export const PERMIT_SIGNALS: Readonly<Record<string, z.ZodType>> = {
  [PERMIT_ASKED_SIGNAL]: PermitAsked,
  [PERMIT_SIGNAL]: DecidedPermit,
};
