import { readFileSync } from 'node:fs';
import { believed } from '../../src/workflows/research/meaning.ts';
import { readLeaveReply, readPlanReply } from '../../src/workflows/research/read-reply.ts';
import type { ReplyTo } from '../../src/workflows/research/replies.ts';
import { weighLeaveReply, weighPlanReply } from '../../src/workflows/research/weigh-reply.ts';
import { BAD_READERS, learnedReader, type ReplyReader, read } from './reply-reader.ts';

export const REPLY_SETS = [
  'tried',
  'kept-apart',
  'fresh',
  'fresh-kept-apart',
  'typed',
  'typed-fresh',
  'chatted',
  'chatted-kept-apart',
  'situations-kept-apart',
] as const;
export type ReplySet = (typeof REPLY_SETS)[number];

/** A reply to the plan of a search (`plan`) or to "Leave it?" (`confirm`), with what the person meant. */
export interface LabelledReply {
  readonly stage: string;
  readonly meant: string;
  readonly text: string;
}

export function labelledReplies(set: ReplySet): LabelledReply[] {
  const lines = readFileSync(new URL(`replies-${set}.txt`, import.meta.url), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, stage = '', meant = '', text] = /^(plan|confirm) ([\w-]+) (.+)$/.exec(line) ?? [];
    return text === undefined ? [] : [{ stage, meant, text }];
  });
}

/** What words settle, and what becomes of the rest with models of every kind. */
export function measureReplies(set: ReplySet) {
  const labelled = labelledReplies(set);
  const bySet = labelled.map((each) => ({ ...each, got: byWords(each) }));
  const settled = bySet.filter(({ got }) => got !== 'unsure');
  const told = (of: LabelledReply & { got: string }): string => `${of.text}: ${of.got}, not ${of.meant}`;
  const withModel = (reader: ReplyReader) => labelled.map((each) => ({ ...each, got: decided(each, reader) }));
  const unread = readAlone(labelled);
  const learned = withModel(learnedReader(labelledReplies('tried')));
  return {
    replies: labelled.length,
    settled: settled.length,
    wrong: settled.filter((each) => !isRight(each)).map(told),
    /** Where no model answers. */
    alone: unread.right,
    /** By a stand-in for a model, which never saw one of these. */
    learned: { right: learned.filter(isRight).length, lost: learned.filter(isLost).map(told) },
    /** Of words alone, and of each model that does harm. */
    lost: [settled, ...Object.values(BAD_READERS).map(withModel)].flatMap((all) => all.filter(isLost).map(told)),
    /** Where no model answers. */
    askedInVain: unread.askedInVain.map(told),
  };
}

/** What becomes of replies where no model answers. */
export function readAlone(labelled: readonly LabelledReply[]) {
  const read = labelled.map((each) => ({ ...each, got: decided(each, BAD_READERS['answers nothing'] as ReplyReader) }));
  return {
    right: read.filter(isRight).length,
    lost: read.filter(isLost),
    askedInVain: read.filter(isAskedInVain),
  };
}

const byWords = ({ stage, text }: LabelledReply): string => (stage === 'plan' ? readPlanReply : readLeaveReply)(text);

/** As the graph of a research does it. */
function decided(reply: LabelledReply, reader: ReplyReader): string {
  const got = byWords(reply);
  if (got !== 'unsure') return got;
  const asked: ReplyTo = reply.stage === 'plan' ? 'plan' : 'leave';
  return (
    believed(asked, reply.text, read(reader, asked, reply.text)) ??
    (asked === 'plan' ? weighPlanReply : weighLeaveReply)(reply.text)
  );
}

const isRight = ({ meant, got }: LabelledReply & { got: string }): boolean =>
  meant === 'unclear' ? got !== 'leave' : got === meant;

/** Not to stay who did. */
const isLost = ({ stage, meant, got }: LabelledReply & { got: string }): boolean =>
  stage !== 'plan' && meant === 'stay' && got !== 'stay';

/** To be asked whether to leave who did not say so. Nothing is lost by it: who does not leave then stays, and what they said is searched for. */
const isAskedInVain = ({ stage, meant, got }: LabelledReply & { got: string }): boolean =>
  stage === 'plan' && got === 'leave' && meant !== 'leave';
