/** Words that do not help to identify code. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be been but by can could did do does for from had has have how i if in into is it its me my not of
  on or our should so such than that the their them then there these they this those to was we were what when where
  which while who why will with would you your about after all also any because before both each other only same some
  too very via just use us make sur`.split(/\s+/),
);
