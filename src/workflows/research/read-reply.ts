import { chosenNumber } from './chosen-number.ts';
import type { LeaveReply, PlanReply } from './replies.ts';
import { meaningOf, NO_MEANING, plainReply } from './reply-meaning.ts';
import { NO } from './reply-words.ts';

/** The words alone do not show the meaning. */
export type Unsure = 'unsure';

/** A longer reply is a message, not a choice. */
const LONGEST_CHOICE = 200;

/**
 * The meaning of a reply to the plan of a search (1 search, 2 leave), as far as its words show it: a number, or a reply
 * in which every word belongs to one choice.
 */
export function readPlanReply(text: string): PlanReply | Unsure {
  const said = plainReply(text);
  const number = chosenNumber(said);
  if (number !== null) return number === 1 ? 'search' : number === 2 ? 'leave' : 'other';
  if (text.length > LONGEST_CHOICE) return 'other';
  const { goes, stays, leaves, disagrees, byNoAlone } = meaningOf(said) ?? NO_MEANING;
  if (byNoAlone) return 'unsure';
  const [isOn, isOff] = [goes || stays.byWord, leaves || disagrees || (stays.byNo && !stays.byWord)];
  if (isOn === isOff) return 'unsure';
  // "no" to the plan: leaving is confirmed once more, so nothing is lost.
  return isOn ? 'search' : 'leave';
}

/** The meaning of a reply to "Leave it?" (1 leave, 2 stay). A denial is checked first. */
export function readLeaveReply(text: string): LeaveReply | Unsure {
  const said = plainReply(text);
  const number = chosenNumber(said);
  if (number !== null) return number === 1 ? 'leave' : 'stay';
  if (beginsWithNo(said)) return 'stay';
  if (text.length > LONGEST_CHOICE) return 'moved-on';
  const { yes, agrees, disagrees, stays, leaves, byNoAlone } = meaningOf(said) ?? NO_MEANING;
  const isStaying = stays.byWord || stays.byNo || disagrees;
  if ((isStaying && leaves) || byNoAlone) return 'unsure';
  if (isStaying) return agrees && !stays.byWord ? 'unsure' : 'stay';
  return leaves || yes ? 'leave' : 'unsure';
}

/** "No" alone, or with a punctuation mark after it: they do not leave, whatever follows. */
const beginsWithNo = (said: string): boolean =>
  NO.some((phrase) => said === phrase || said.startsWith(`${phrase} ,`)) && !said.includes('?');
