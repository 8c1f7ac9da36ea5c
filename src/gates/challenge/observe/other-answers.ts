/**
 * What changed functions answer in the place of their own answers. `far`: something that nobody expects, and that tells
 * whose answer it is wherever it turns up. `near`: a number of the same sign, a text of as many letters and digits, which
 * only an assertion tells apart that says what must come back.
 */
export type OtherAnswers = 'far' | 'near';
