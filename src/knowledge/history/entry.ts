import type { KnowledgeKind } from '../store/kinds.ts';

export type HistoryKind = Extract<KnowledgeKind, 'session' | 'decision' | 'failure' | 'workflow'>;

/** One thing that happened in a run, as its log tells it; no model was asked to remember it. */
export interface HistoryEntry {
  /** Names it within its run: the same event gives the same key, however often the log is read. */
  readonly key: string;
  readonly kind: HistoryKind;
  readonly name: string;
  readonly text: string;
  readonly at: number;
  /** Files of the project that it is about. */
  readonly files?: readonly string[];
  /** Keys of earlier failures of the same run that this put right. */
  readonly resolves?: readonly string[];
}

export interface RunHistory {
  /** The run: what entries are tagged with, and what can be taken back as a whole. */
  readonly run: string;
  readonly title: string;
  readonly workflow: string;
  readonly outcome: string;
  readonly at: number;
  readonly entries: readonly HistoryEntry[];
}
