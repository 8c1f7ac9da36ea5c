import { z } from 'zod';
import { ErrorInfo } from '../errors.ts';
import { ActivationId, RunId } from '../ids.ts';
import { Json } from '../json.ts';
import { FAILURE_SIGNAL } from '../mail.ts';
import { Payload } from '../payload.ts';
import { PermissionRequest, PermissionRule } from '../permission.ts';
import { GUIDANCE_SIGNAL, PERMISSION_SIGNAL } from '../signals.ts';

/** The form of guidance for the run that escalated. */
export const Guidance = z.object({
  guidance: z.string().min(1).max(64_000),
  /** Findings of a review that are waived, by their numbers. */
  waive: z.array(z.number().int().positive()).default([]),
  by: z.string().default('a person'),
});
export type Guidance = z.infer<typeof Guidance>;

export const NEED_KINDS = [
  'permission',
  'escalation',
  'failure',
  'question',
  'budget',
  'paused',
  'interrupted',
] as const;
export const NeedKind = z.enum(NEED_KINDS);
export type NeedKind = z.infer<typeof NeedKind>;

/** Something that waits for a person. */
export const Need = z.object({
  /** Stable while it waits. */
  id: z.string(),
  /** Hash of all that is shown of it. Sent with the answer, so that the answer applies to what was on the screen. */
  hash: z.string(),
  kind: NeedKind,
  run: RunId,
  title: z.string(),
  simulated: z.boolean(),
  /** Since when. */
  at: z.number(),
  /** The question or the event, in one line. */
  text: z.string(),
  act: ActivationId.nullable(),
  node: z.string().nullable(),
  signal: z.string().nullable(),
  /** The possible answers, where it is a choice. */
  choices: z.array(z.string()).nullable(),
  /** JSON Schema of the answer, where the graph is known. */
  answer: Json.nullable(),
  question: Payload.nullable(),
  permission: PermissionRequest.nullable(),
  /** Set where a working agent waits for the answer: the id to answer with, and when it expires. */
  permit: z
    .object({
      id: z.string(),
      /** Why a person is asked. */
      why: z.string(),
      /** What would be remembered with any scope but `once`; where it is empty, only `once` has an effect. */
      remember: z.array(PermissionRule),
      until: z.number(),
      /** It was asked in a conversation and is answered by the conversation's route. */
      chat: z.boolean(),
    })
    .nullable(),
  error: ErrorInfo.nullable(),
});
export type Need = z.infer<typeof Need>;

export function needKindOf(signal: string): Extract<NeedKind, 'permission' | 'escalation' | 'failure' | 'question'> {
  if (signal === FAILURE_SIGNAL) return 'failure';
  if (signal === PERMISSION_SIGNAL) return 'permission';
  return signal === GUIDANCE_SIGNAL ? 'escalation' : 'question';
}
