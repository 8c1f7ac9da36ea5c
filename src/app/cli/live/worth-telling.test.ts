import { expect, it } from 'vitest';
import type { Moment, Tone } from '#contracts/run-timeline.ts';
import { worthTelling } from './worth-telling.ts';

const moment = (tone: Tone, text: string, seq: number): Moment => ({ seq, at: 0, act: null, tone, text });

it('a finished run shows its decisions, and once which files its agents were given', () => {
  const timeline = [
    moment('plain', 'run begins: a plan', 1),
    moment('quiet', 'attempt begins', 2),
    moment('quiet', 'attempt was given AGENTS.md of 1cd48899ac', 3),
    moment('good', 'attempt done (2.0 s)', 4),
    moment('quiet', 'attempt 2 was given AGENTS.md of 1cd48899ac', 5),
    moment('quiet', 'review was given AGENTS.md, docs/AGENTS.md of 1cd48899ac', 6),
    moment('bad', 'attempt 2 refused: red', 7),
  ];
  expect(worthTelling(timeline).map(({ seq }) => seq)).toEqual([1, 3, 6, 7]);
});
