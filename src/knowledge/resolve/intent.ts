export const INTENTS = [
  'LOCATE',
  'PATTERN',
  'EXPLAIN',
  'GENERAL',
  'HISTORICAL',
  'ACTIVITY',
  'OUTCOME',
  'SIMILAR',
  'RESUME',
] as const;
export type Intent = (typeof INTENTS)[number];

export interface Classified {
  readonly intent: Intent;
  /** An answer may be reused only from 0.8 on. */
  readonly confidence: number;
}

/** The kind of answer that is asked for, by the wording of the question. The first matching rule decides. */
const RULES: readonly (readonly [Intent, RegExp, number])[] = [
  [
    'RESUME',
    /\b(where (did|were) (we|i) (leave|left|stop)|pick up where|resume|continue (from|where)|left off)\b/i,
    0.9,
  ],
  [
    'ACTIVITY',
    /\b(what('s| is| are| has| have)? .*\b(happening|going on|in progress|running now|been doing)|current(ly)? (working|running)|recent activity)\b/i,
    0.85,
  ],
  [
    'OUTCOME',
    /\b(did (it|that|the) .*\b(work|pass|fail|succeed)|what (was|were) the (outcome|result)|how did .* (go|turn out))\b/i,
    0.85,
  ],
  ['SIMILAR', /\b(similar (to|code|problem|failure)|anything like|seen (this|that) before|looks? like this)\b/i, 0.85],
  [
    'HISTORICAL',
    /\b(why did we|when did (we|it)|what did we (decide|do|try|change)|who (decided|changed)|last (time|week|month)|history of|previously|in the past|decided)\b/i,
    0.85,
  ],
  [
    'PATTERN',
    /\b(convention|pattern|usual(ly)?|typical(ly)?|standard|example of|an example|best way|approach do|how (do|should) (we|i|you) (usually )?(write|structure|format|name|handle|log|add|create|manage|paginate|sort|test|validate|cache|mock|style|organi[sz]e|document)|what shape)\b/i,
    0.88,
  ],
  [
    'GENERAL',
    /\b(command|how (do i|to) (run|start|stop|install|build|lint|format|deploy|set ?up)|(run|start|stop|lint|build)\b.*\bhow$|which (database|db|cloud|language|framework|library|version|engine|license|code style)|what (db|database|kind of|style|language|framework|version|license)|tell me (which|what|the)|todos?\b|folder structure|directory|layout|organi[sz]ed|rules)\b/i,
    0.85,
  ],
  ['EXPLAIN', /\b(explain|walk me through|describe|how (does|do|is|are|did)|what happens|why (does|is|do))\b/i, 0.9],
  [
    'LOCATE',
    /\b(where|find|locate|show me|which (file|files|function|module|folder|class|method|directory)|look for)\b/i,
    0.9,
  ],
];

export function classify(text: string): Classified {
  for (const [intent, rule, confidence] of RULES) if (rule.test(text)) return { intent, confidence };
  return { intent: 'GENERAL', confidence: 0.5 };
}
