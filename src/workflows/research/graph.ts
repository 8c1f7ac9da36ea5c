import { z } from 'zod';
import type { Stage } from '#contracts/stages.ts';
import { RESEARCH } from '#contracts/workflow-names.ts';
import { graphKit } from '#engine/graph/kit.ts';
import { checkAnswer } from '#knowledge/claims/check-answer.ts';
import { DEPTHS } from './depths.ts';
import { believed, meaningPrompt, READ_LIMITS, READER, REPLY_READER, ReplyMeanings, takenAs } from './meaning.ts';
import { afterLeave, afterPlan, isPauseDue, LEAVE_QUESTION, pauseQuestion } from './pause.ts';
import { ANALYST, analystPrompt, THINKER, thinkerPrompt, WRITER, writerPrompt } from './prompts.ts';
import { readLeaveReply, readPlanReply } from './read-reply.ts';
import { LeaveReply, PlanReply } from './replies.ts';
import {
  Analysis,
  Ask,
  type FoundPassage,
  Leaving,
  ReadReply,
  Report,
  StageNote,
  Synthesis,
  UnreadReply,
  type WebHit,
  Work,
} from './state.ts';
import { weighLeaveReply, weighPlanReply } from './weigh-reply.ts';
import { withoutMarkers } from './without-markers.ts';
import { emptyReport, writeReport } from './write-report.ts';

/** A person's reply to the findings. */
export const PLAN_SIGNAL = 'assay.research.plan';
/** A number where they typed one. */
export const ReplyText = z.coerce.string().min(1);
/** Their reply when asked whether to leave. */
export const LEAVE_SIGNAL = 'assay.research.leave';

export interface ResearchEffects {
  /** The best passages for these words, at most this many, without those already seen. */
  retrieve(ask: Ask, queries: readonly string[], most: number, signal: AbortSignal): Promise<FoundPassage[]>;
  /** Web results for these words. */
  searchWeb(queries: readonly string[], signal: AbortSignal, say: (line: string) => void): Promise<WebHit[]>;
}

/** How many places a person is shown before anything was retrieved. */
const LOOK = 5;
const ROUND_TURNS = 3;

/**
 * From a question to an answer in which code has checked every sentence. `next` runs the stages of the question in order.
 * A model fills in a stage; it never decides what was found, which claims hold, what comes next or when it is done.
 */
export function researchGraph(effects: ResearchEffects) {
  const k = graphKit({
    name: RESEARCH,
    version: 4,
    ports: {
      ...{
        begin: Ask,
        next: Work,
        pause: Work,
        leave: Leaving,
        read: UnreadReply,
        heard: ReadReply,
        analyze: Work,
        calibrate: Work,
      },
      ...{ retrieve: Work, think: Work, synthesize: Work, verify: Work },
    },
    signals: { [PLAN_SIGNAL]: ReplyText, [LEAVE_SIGNAL]: ReplyText },
    output: Report,
  });
  return k.build('begin', {
    begin: k.logic('begin', {
      pure: true,
      to: ['next'],
      run: (ask, ctx) =>
        ctx.goto('next', Work.parse({ ask, analysis: { understanding: ask.question, queries: [ask.question] } })),
    }),
    next: k.logic('next', {
      pure: true,
      to: ['next', 'pause', 'analyze', 'calibrate', 'retrieve', 'think', 'synthesize', 'verify'],
      run: (work, ctx) => {
        if (isPauseDue(work)) return ctx.goto('pause', work);
        if (isWebUnwanted(work)) return ctx.goto('next', done(work, {}));
        const stage = work.ask.stages[work.at];
        if (stage !== undefined) return ctx.goto(stage.stage === 'write' ? 'synthesize' : stage.stage, work);
        return ctx.exit(writeReport(work, allClaims(work), work.synthesis ?? NOTHING_WRITTEN));
      },
    }),
    pause: k.logic('pause', {
      to: ['next', 'leave', 'read'],
      run: async (work, ctx) => {
        const said = ctx.answer(PLAN_SIGNAL);
        if (said === undefined) {
          const { ask, analysis, passages, web } = work;
          const isFound = passages.length > 0 || web.length > 0;
          const look = isFound ? [] : await effects.retrieve(ask, wordsOf(work), LOOK, ctx.signal);
          return ctx.ask(PLAN_SIGNAL, pauseQuestion(work, { analysis, passages: [...passages, ...look], web }));
        }
        const reply = readPlanReply(said);
        if (reply === 'unsure') return ctx.goto('read', { work, asked: 'plan', said, first: null });
        const after = afterPlan(work, said, reply);
        return after.type === 'go-on' ? ctx.goto('next', after.work) : ctx.goto('leave', { work, first: null });
      },
    }),
    leave: k.logic('leave', {
      to: ['next', 'read'],
      run: ({ work, first }, ctx) => {
        const said = ctx.answer(LEAVE_SIGNAL);
        if (said === undefined) return ctx.ask(LEAVE_SIGNAL, LEAVE_QUESTION);
        const reply = readLeaveReply(said);
        if (reply === 'unsure') return ctx.goto('read', { work, asked: 'leave', said, first });
        const after = afterLeave(work, first, said, reply);
        return after.type === 'go-on'
          ? ctx.goto('next', after.work)
          : ctx.exit(emptyReport(work, 'left', after.instead));
      },
    }),
    read: k.agent('read', {
      ...{ agent: REPLY_READER, claim: ReplyMeanings, to: ['heard'] },
      brief: ({ work, asked, said }) => ({
        system: READER,
        prompt: meaningPrompt(asked, said, work.analysis.understanding),
        limits: READ_LIMITS,
      }),
      take: (claim, reply, ctx) => {
        const meant = believed(reply.asked, reply.said, claim);
        ctx.say(takenAs(meant));
        return ctx.goto('heard', { ...reply, meant });
      },
      // Without a model, only the words of the reply count.
      otherwise: ({ message }, reply, ctx) => {
        ctx.say(`no model read it: ${message}`);
        return ctx.goto('heard', { ...reply, meant: null });
      },
    }),
    heard: k.logic('heard', {
      pure: true,
      to: ['next', 'leave'],
      run: ({ work, said, first, asked, meant }, ctx) => {
        if (asked === 'plan') {
          const after = afterPlan(work, said, PlanReply.safeParse(meant).data ?? weighPlanReply(said));
          return after.type === 'go-on' ? ctx.goto('next', after.work) : ctx.goto('leave', { work, first: said });
        }
        const after = afterLeave(work, first, said, LeaveReply.safeParse(meant).data ?? weighLeaveReply(said));
        return after.type === 'go-on'
          ? ctx.goto('next', after.work)
          : ctx.exit(emptyReport(work, 'left', after.instead));
      },
    }),
    analyze: k.agent('analyze', {
      ...{ agent: 'analyst', claim: Analysis, to: ['next'], retry: { attempts: 2 } },
      brief: (work) => briefOf(work, ANALYST, analystPrompt(work.ask)),
      take: (claim, work, ctx) => {
        const queries = claim.queries.slice(0, DEPTHS[work.ask.depth].queries);
        return ctx.goto('next', done(work, { analysis: { ...claim, queries } }));
      },
    }),
    calibrate: k.logic('calibrate', {
      to: ['next'],
      run: async (work, ctx) => {
        // A run of before this stage was left out may be here without wanting it.
        if (isWebUnwanted(work)) return ctx.goto('next', done(work, {}));
        const web = await effects.searchWeb(wordsOf(work), ctx.signal, (line) => ctx.say(line));
        ctx.say(`${web.length} pages of the web`);
        return ctx.goto('next', done(work, { web }));
      },
    }),
    retrieve: k.logic('retrieve', {
      to: ['next'],
      run: async (work, ctx) => {
        const { passages: most, tokens } = DEPTHS[work.ask.depth];
        const found = await effects.retrieve(work.ask, wordsOf(work), most, ctx.signal);
        const passages = within([...found, ...asPassages(work.web, found.length)], tokens);
        ctx.say(`${passages.length} passages found`);
        if (passages.length === 0) return ctx.exit(emptyReport(work, 'no-sources'));
        return ctx.goto('next', done(work, { passages }));
      },
    }),
    think: k.agent('think', {
      ...{ agent: 'thinker', claim: StageNote.pick({ text: true }), to: ['next'], retry: { attempts: 2 } },
      brief: (work) => briefOf(work, THINKER, thinkerPrompt(work, sayOf(work) ?? '')),
      take: ({ text }, work, ctx) => {
        const stage = work.ask.stages[work.at];
        const name = stage?.stage === 'think' ? stage.name : 'note';
        return ctx.goto('next', done(work, { notes: [...work.notes, { name, text }] }));
      },
    }),
    synthesize: k.agent('synthesize', {
      ...{ agent: 'writer', claim: Synthesis, to: ['next'], retry: { attempts: 2 } },
      brief: (work) => briefOf(work, WRITER, writerPrompt(work)),
      take: (synthesis, work, ctx) => {
        const claims = synthesis.claims.map((claim) => ({ ...claim, text: withoutMarkers(claim.text) }));
        return ctx.goto('next', done(work, { synthesis: { ...synthesis, claims } }));
      },
    }),
    verify: k.logic('verify', {
      pure: true,
      to: ['next'],
      run: (work, ctx) => {
        const checked = checkAnswer(allClaims(work), work.passages);
        const bad = checked.claims.filter(({ label }) => label === 'unsupported');
        ctx.say(`${checked.supported} of ${checked.claims.length} sentences supported`);
        if (bad.length === 0 || work.round > repairsOf(work)) return ctx.goto('next', done(work, {}));
        return ctx.goto('next', {
          ...work,
          at: work.ask.stages.findIndex(({ stage }) => stage === 'write'),
          round: work.round + 1,
          problems: bad.map(({ text, reasons }) => ({ claim: text, reasons: [...reasons] })),
          kept: checked.claims
            .filter(({ label }) => label === 'supported')
            .map(({ text, citations }) => ({ text, citations: [...citations] })),
        });
      },
    }),
  });
}

/** The stage is done; its result goes to the next one. */
const done = (work: Work, brought: Partial<Work>): Work => ({ ...work, ...brought, at: work.at + 1 });

/** Stages that will not happen are not shown to a person. */
const isWebUnwanted = ({ ask, at }: Work): boolean =>
  ask.stages[at]?.stage === 'calibrate' && !(ask.web && DEPTHS[ask.depth].web);

/** The person's own words first. */
const wordsOf = ({ ask, analysis }: Work): string[] => [...new Set([ask.question, ...analysis.queries])];

const NOTHING_WRITTEN: Synthesis = { claims: [], unanswered: [], followUps: [] };

/** The claims that held before, and the new ones. */
const allClaims = ({ kept, synthesis }: Work): Synthesis['claims'] => [
  ...kept,
  ...(synthesis?.claims ?? []).filter(({ text }) => !kept.some((known) => known.text === text)),
];

function repairsOf({ ask, at }: Work): number {
  const stage = ask.stages[at];
  return stage?.stage === 'verify' && stage.repairs !== undefined ? stage.repairs : DEPTHS[ask.depth].repairs;
}

const ofModel = ({ ask, at }: Work): Extract<Stage, { say?: string | undefined }> | undefined => {
  const stage = ask.stages[at];
  return stage !== undefined && 'say' in stage ? stage : undefined;
};

const sayOf = (work: Work): string | undefined => ofModel(work)?.say;

/** The prompt of a stage: its own task first, then the prompt of the agent that defines the stages. */
function briefOf(work: Work, task: string, prompt: string) {
  const { ask, at } = work;
  const stage = ask.stages[at];
  const own = stage?.stage === 'think' ? undefined : sayOf(work);
  const limits = stage !== undefined && 'limits' in stage ? stage.limits : undefined;
  return {
    system: [task, ask.agent?.says, own].filter((part) => part !== undefined && part !== '').join('\n\n'),
    prompt,
    limits: { turns: ROUND_TURNS, ...limits },
  };
}

/** A web page is known only by its excerpt in the results. */
const asPassages = (web: readonly WebHit[], after: number): FoundPassage[] =>
  web
    .filter(({ text }) => text.trim() !== '')
    .map(({ title, url, text }, at) => ({ id: `S${after + at + 1}`, cite: url, title, text, trust: WEB_TRUST }));

const WEB_TRUST = 0.3;

/** As many as fit: a writer that gets more than it can read uses none of it well. */
function within(passages: readonly FoundPassage[], tokens: number): FoundPassage[] {
  let left = tokens * 4;
  return passages.filter(({ text }) => {
    left -= text.length;
    return left >= 0;
  });
}
