import { z } from 'zod';

/** What a person was asked when they replied: how a search goes on, or whether to leave it. */
export const Asked = z.enum(['plan', 'leave']);
export type Asked = z.infer<typeof Asked>;

export const PlanReply = z.enum(['search', 'leave', 'other']);
export type PlanReply = z.infer<typeof PlanReply>;

export const LeaveReply = z.enum(['leave', 'stay', 'moved-on']);
export type LeaveReply = z.infer<typeof LeaveReply>;
