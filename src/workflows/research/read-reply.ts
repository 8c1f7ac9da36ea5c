import { chosenNumber } from './chosen-number.ts';
import type { LeaveReply, PlanReply } from './replies.ts';
import { hintsAt, meaningOf, NO_MEANING, plainReply } from './reply-meaning.ts';
import { NO } from './reply-words.ts';

/** Its words alone do not say what it means. */
export type Unsure = 'unsure';

/** A choice is never that long: it is a message. */
const LONGEST_CHOICE = 200;

/**
 * What a person means by a reply to the plan of a search (1 search, 2 leave), as far as words show it: a number, or a reply of which
 * every word belongs to one choice.
 */
export function readPlanReply(text: string): PlanReply | Unsure {
  const said = plainReply(text);
  const number = chosenNumber(said);
  if (number !== null) return number === 1 ? 'search' : number === 2 ? 'leave' : 'other';
  if (text.length > LONGEST_CHOICE) return 'other';
  const { goes, stays, leaves, byNoAlone } = meaningOf(said) ?? NO_MEANING;
  if (byNoAlone) return 'unsure';
  const [isOn, isOff] = [goes || stays.byWord, leaves || (stays.byNo && !stays.byWord)];
  if (isOn === isOff) return 'unsure';
  // "no" to the plan: leaving is asked about once more, so nothing is lost by it.
  return isOn ? 'search' : 'leave';
}

/** What they mean by a reply to "Leave it?" (1 leave, 2 stay). The denial first. */
export function readLeaveReply(text: string): LeaveReply | Unsure {
  const said = plainReply(text);
  const number = chosenNumber(said);
  if (number !== null) return number === 1 ? 'leave' : 'stay';
  if (beginsWithNo(said)) return 'stay';
  if (text.length > LONGEST_CHOICE) return 'moved-on';
  const { yes, agrees, stays, leaves, byNoAlone } = meaningOf(said) ?? NO_MEANING;
  const isStaying = stays.byWord || stays.byNo;
  if ((isStaying && leaves) || byNoAlone) return 'unsure';
  if (isStaying) return agrees && !stays.byWord ? 'unsure' : 'stay';
  return leaves || yes ? 'leave' : 'unsure';
}

/**
 * What is done about "Leave it?" where nobody could say what the reply means. What may be about the question, and what is
 * too short to be something else, leaves nothing: who stays can still leave, and who was made to leave has lost their search.
 */
export function leaveReplyWhenUnsure(text: string): 'stay' | 'moved-on' {
  const said = plainReply(text);
  if (/\?|？/.test(text)) return 'moved-on';
  const words = said.split(/[\s,]+/).filter((word) => word !== '');
  const hints = words.some((_, at) => hintsAt(words.slice(at).join(' ')));
  return hints || words.length < FEWEST_WORDS ? 'stay' : 'moved-on';
}

const FEWEST_WORDS = 4;

/** "No" and a mark after it, or nothing: whatever follows, they do not leave. */
const beginsWithNo = (said: string): boolean =>
  NO.some((phrase) => said === phrase || said.startsWith(`${phrase} ,`)) && !said.includes('?');
