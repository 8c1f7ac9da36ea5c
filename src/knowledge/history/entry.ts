import type { KnowledgeKind } from '../store/kinds.ts';

export type HistoryKind = Extract<KnowledgeKind, 'session' | 'decision' | 'failure' | 'workflow'>;

/** An event of a run, from its log; no model was asked to remember it. */
export interface HistoryEntry {
  /** Identifies it within its run: the same event gives the same key, however often the log is read. */
  readonly key: string;
  readonly kind: HistoryKind;
  readonly name: string;
  readonly text: string;
  readonly at: number;
  /** Files of the project that it is about. */
  readonly files?: readonly string[];
  /** Keys of earlier failures of the same run that this fixed. */
  readonly resolves?: readonly string[];
}

export interface RunHistory {
  /** The run: entries are tagged with it, and can be withdrawn as a whole. */
  readonly run: string;
  readonly title: string;
  readonly workflow: string;
  readonly outcome: string;
  readonly at: number;
  readonly entries: readonly HistoryEntry[];
}
