import { z } from 'zod';

export const DOMAINS = ['code', 'history', 'academic'] as const;
export type Domain = (typeof DOMAINS)[number];
export const Domain = z.enum(DOMAINS);

/** The kinds of nodes in each domain. */
export const KINDS = {
  code: ['file', 'function', 'type', 'package', 'import'],
  history: ['session', 'decision', 'failure', 'pattern', 'workflow'],
  academic: ['repo', 'doc', 'article', 'concept', 'best_practice'],
} as const satisfies Record<Domain, readonly string[]>;
export type KnowledgeKind = (typeof KINDS)[Domain][number];

export const KnowledgeKind = z.enum([...KINDS.code, ...KINDS.history, ...KINDS.academic]);

type Ends = readonly (readonly [Domain, Domain])[];
const within = (domain: Domain): Ends => [[domain, domain]];

/** Which domains an edge may connect. Others are refused. */
export const EDGES = {
  calls: within('code'),
  imports: within('code'),
  defines: within('code'),
  implements: within('code'),
  contains: [...within('code'), ...within('academic'), ...within('history')],
  follows: within('history'),
  causes: within('history'),
  resolves: within('history'),
  led_to: within('history'),
  references: [
    ['code', 'academic'],
    ['academic', 'code'],
    ['academic', 'academic'],
    ['history', 'academic'],
  ],
  applies_to: [['academic', 'code']],
  documents: [['academic', 'code']],
  modified: [['history', 'code']],
  used_pattern: [['history', 'academic']],
} as const satisfies Record<string, Ends>;
export type EdgeKind = keyof typeof EDGES;
export const EDGE_KINDS = Object.keys(EDGES) as readonly EdgeKind[];

export function mayJoin(kind: EdgeKind, from: Domain, to: Domain): boolean {
  const ends: Ends = EDGES[kind];
  return ends.some(([a, b]) => a === from && b === to);
}

export const domainOf = (kind: KnowledgeKind): Domain =>
  DOMAINS.find((domain) => (KINDS[domain] as readonly string[]).includes(kind)) ?? 'code';
