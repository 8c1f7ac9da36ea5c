import { z } from 'zod';

/** Branded strings and numbers: a run id cannot be passed where a session id is wanted. */
export const RunId = z.string().min(1).max(64).brand<'RunId'>();
export type RunId = z.infer<typeof RunId>;

export const SessionId = z.string().min(1).max(64).brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;

/** `node#n`: the n-th activation of a node in its run. Readable on purpose: people see it in logs and on screens. */
export const ActivationId = z.string().min(1).brand<'ActivationId'>();
export type ActivationId = z.infer<typeof ActivationId>;

/** A region of a run in which tokens are counted together: the root (`''`), a fan-out, or the inside of a sub-graph. */
export const ScopeId = z.string().brand<'ScopeId'>();
export type ScopeId = z.infer<typeof ScopeId>;

/** Position of an event in its run's log; the first is 1. */
export const Seq = z.number().int().nonnegative().brand<'Seq'>();
export type Seq = z.infer<typeof Seq>;

/** sha256 of a blob's bytes, hex. */
export const BlobHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'BlobHash'>();
export type BlobHash = z.infer<typeof BlobHash>;

/** A git tree hash (sha1 or sha256 repositories). */
export const TreeHash = z
  .string()
  .regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
  .brand<'TreeHash'>();
export type TreeHash = z.infer<typeof TreeHash>;

export const GraphHash = z
  .string()
  .regex(/^[0-9a-f]{16,64}$/)
  .brand<'GraphHash'>();
export type GraphHash = z.infer<typeof GraphHash>;

/** A process that drives runs, or one of its drivers: what may hold a run. */
export const WorkerId = z.string().min(1).brand<'WorkerId'>();
export type WorkerId = z.infer<typeof WorkerId>;

export const MailId = z.string().min(1).brand<'MailId'>();
export type MailId = z.infer<typeof MailId>;

export const ROOT_SCOPE: ScopeId = ScopeId.parse('');
