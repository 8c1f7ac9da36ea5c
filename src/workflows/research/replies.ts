import { z } from 'zod';

/** The question that a reply belongs to: how the search continues, or whether to leave it. */
export const ReplyTo = z.enum(['plan', 'leave']);
export type ReplyTo = z.infer<typeof ReplyTo>;

export const PlanReply = z.enum(['search', 'leave', 'other']);
export type PlanReply = z.infer<typeof PlanReply>;

export const LeaveReply = z.enum(['leave', 'stay', 'moved-on']);
export type LeaveReply = z.infer<typeof LeaveReply>;
