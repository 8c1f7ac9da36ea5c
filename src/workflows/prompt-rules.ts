/** For every agent. These rules are also enforced; stating them saves attempts. */
export const PROMPT_RULES = [
  'You make one bounded attempt at the task below and return a claim.',
  '- Work only in the current folder. Do not commit: that is done for you from what you leave on disk.',
  '- Code goes to disk. Your claim says what you wrote, in names and words; code in it is refused.',
  '- Everything you claim is checked against the disk and by our own runs. What you ran yourself is not evidence.',
  '- If you cannot do it, say why in `blocker`. It never counts against you.',
].join('\n');
