import { z } from 'zod';
import { RESEARCH } from '#contracts/workflow-names.ts';
import { graphKit } from '#engine/graph/kit.ts';
import { checkAnswer } from '#knowledge/claims/check-answer.ts';
import { DEPTHS } from './depths.ts';
import { ANALYST, analystPrompt, WRITER, writerPrompt } from './prompts.ts';
import { readLeaveReply, readPlanReply } from './read-reply.ts';
import { Analysis, Ask, type FoundPassage, Gathered, Planned, Report, Synthesis } from './state.ts';
import { withoutMarkers } from './without-markers.ts';
import { emptyReport, writeReport } from './write-report.ts';

/** What a person says to the plan of a search. */
export const PLAN_SIGNAL = 'assay.research.plan';
/** A number where they typed one. */
export const PlanReply = z.coerce.string().min(1);
/** What they say when they are asked whether to leave it. */
export const LEAVE_SIGNAL = 'assay.research.leave';

export interface ResearchEffects {
  /** The best passages for these words, at most so many, none of those that were seen. */
  retrieve(ask: Ask, queries: readonly string[], most: number, signal: AbortSignal): Promise<FoundPassage[]>;
}

export const Drafted = Gathered.extend({ synthesis: Synthesis });

/**
 * A question to an answer whose every sentence was checked by code. Stages are nodes: a model proposes queries and sentences,
 * and never says what was found, what holds or when it is done.
 */
export function research(effects: ResearchEffects) {
  const k = graphKit({
    name: RESEARCH,
    version: 2,
    ports: { analyze: Ask, plan: Planned, retrieve: Planned, synthesize: Gathered, verify: Drafted },
    signals: { [PLAN_SIGNAL]: PlanReply, [LEAVE_SIGNAL]: PlanReply },
    output: Report,
  });
  return k.build('analyze', {
    analyze: k.agent('analyze', {
      ...{ agent: 'analyst', claim: Analysis, to: ['plan'], retry: { attempts: 2 } },
      brief: (ask) => ({ system: ANALYST, prompt: analystPrompt(ask), limits: { turns: 3 } }),
      take: (claim, ask, ctx) =>
        ctx.goto('plan', { ask, analysis: { ...claim, queries: claim.queries.slice(0, DEPTHS[ask.depth].queries) } }),
    }),
    plan: k.logic('plan', {
      pure: true,
      to: ['retrieve'],
      run: ({ ask, analysis }, ctx) => {
        if (!ask.pauses) return ctx.goto('retrieve', { ask, analysis });
        const said = ctx.answer(PLAN_SIGNAL);
        const shown = {
          text: analysis.understanding,
          queries: analysis.queries,
          choices: ['1 search', '2 leave', 'other words to look for'],
        };
        if (said === undefined) return ctx.ask(PLAN_SIGNAL, shown);
        const reply = readPlanReply(said);
        if (reply === 'leave') {
          const then = ctx.answer(LEAVE_SIGNAL);
          if (then === undefined)
            return ctx.ask(LEAVE_SIGNAL, { text: 'Leave this research?', choices: ['1 leave', '2 stay'] });
          const left = { ask, analysis, passages: [], round: 1, problems: [], kept: [] };
          const meant = readLeaveReply(then);
          // Who answers neither yes nor no has moved on: what they said is what they want now.
          if (meant !== 'stay') return ctx.exit(emptyReport(left, 'left', meant === 'moved-on' ? then : undefined));
        }
        // Words that are no choice go into the search: nothing a person says destroys what was found.
        const queries =
          reply === 'other' ? [...analysis.queries, said].slice(-DEPTHS[ask.depth].queries) : analysis.queries;
        return ctx.goto('retrieve', { ask, analysis: { ...analysis, queries } });
      },
    }),
    retrieve: k.logic('retrieve', {
      to: ['synthesize'],
      run: async ({ ask, analysis }, ctx) => {
        const passages = await effects.retrieve(
          ask,
          [ask.question, ...analysis.queries],
          DEPTHS[ask.depth].passages,
          ctx.signal,
        );
        ctx.say(`${passages.length} passages found`);
        const gathered = {
          ask,
          analysis,
          passages: within(passages, DEPTHS[ask.depth].tokens),
          round: 1,
          problems: [],
          kept: [],
        };
        if (passages.length === 0) return ctx.exit(emptyReport(gathered, 'no-sources'));
        return ctx.goto('synthesize', gathered);
      },
    }),
    synthesize: k.agent('synthesize', {
      ...{ agent: 'writer', claim: Synthesis, to: ['verify'], retry: { attempts: 2 } },
      brief: (gathered) => ({ system: WRITER, prompt: writerPrompt(gathered), limits: { turns: 3 } }),
      take: (synthesis, gathered, ctx) => {
        const claims = synthesis.claims.map((claim) => ({ ...claim, text: withoutMarkers(claim.text) }));
        return ctx.goto('verify', { ...gathered, synthesis: { ...synthesis, claims } });
      },
    }),
    verify: k.logic('verify', {
      pure: true,
      to: ['synthesize'],
      run: ({ synthesis, ...gathered }, ctx) => {
        const claims = [
          ...gathered.kept,
          ...synthesis.claims.filter(({ text }) => !gathered.kept.some((known) => known.text === text)),
        ];
        const checked = checkAnswer(claims, gathered.passages);
        const bad = checked.claims.filter(({ label }) => label === 'unsupported');
        ctx.say(`${checked.supported} of ${claims.length} sentences supported`);
        if (bad.length === 0 || gathered.round > DEPTHS[gathered.ask.depth].repairs)
          return ctx.exit(writeReport(gathered, claims, synthesis));
        return ctx.goto('synthesize', {
          ...gathered,
          round: gathered.round + 1,
          problems: bad.map(({ text, reasons }) => ({ claim: text, reasons: [...reasons] })),
          kept: checked.claims
            .filter(({ label }) => label === 'supported')
            .map(({ text, citations }) => ({ text, citations: [...citations] })),
        });
      },
    }),
  });
}

/** As many as fit: a writer that is given more than it can read reads none of it well. */
function within(passages: readonly FoundPassage[], tokens: number): FoundPassage[] {
  let left = tokens * 4;
  return passages.filter(({ text }) => {
    left -= text.length;
    return left >= 0;
  });
}
