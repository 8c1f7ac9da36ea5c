import type { Domain, EdgeKind, KnowledgeKind } from './kinds.ts';

/** The trust levels of nodes, by origin. */
export const TRUST = {
  verified_code: 1,
  user: 0.95,
  recent_history: 0.9,
  official_docs: 0.8,
  old_history: 0.7,
  article: 0.5,
  inference: 0.3,
  unknown: 0.1,
} as const;
export type TrustLevel = keyof typeof TRUST;
export const TRUST_LEVELS = Object.keys(TRUST) as readonly TrustLevel[];

export interface NewNode {
  /** Its permanent key: `code:src/a.ts#Stack.push`. A second one with the same key replaces it. */
  readonly key: string;
  readonly domain: Domain;
  readonly kind: KnowledgeKind;
  readonly name: string;
  readonly text: string;
  /** Its context, such as its page and outer headings: searched with its text, but not shown. */
  readonly under?: string;
  readonly path?: string;
  readonly first?: number;
  readonly last?: number;
  readonly session?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly trust: TrustLevel;
  /** Of the content it represents; default: of its text. */
  readonly hash?: string;
  /** When it was last verified; default: now. */
  readonly at?: number;
}

export interface KnowledgeNode extends Required<Omit<NewNode, 'under' | 'path' | 'first' | 'last' | 'session' | 'at'>> {
  readonly id: number;
  readonly path: string | null;
  readonly first: number | null;
  readonly last: number | null;
  readonly session: string | null;
  readonly stale: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly accessedAt: number;
  readonly verifiedAt: number;
}

export interface KnowledgeEdge {
  readonly source: number;
  readonly target: number;
  readonly kind: EdgeKind;
  readonly weight: number;
}

export interface Source {
  readonly kind: 'code' | 'user' | 'run' | 'document' | 'model' | 'tool';
  /** A path, a run or an address: it can be looked up, and invalidated as a whole. */
  readonly id: string;
  readonly confidence: number;
  readonly verifier?: string;
  /** The node it was derived from. */
  readonly parent?: number;
}
