import { expect, it } from 'vitest';
import { withoutMarkers } from './without-markers.ts';

it.each([
  ['- `--max` sets the limit.', '`--max` sets the limit.'],
  ['- - A list in a list. [S1]', 'A list in a list.'],
  ['## A heading', 'A heading'],
  ['* starred *word*', 'starred *word*'],
  ['-1 is below zero.', '-1 is below zero.'],
  ['#42 was merged.', '#42 was merged.'],
])('C3.4 a sentence keeps none of the marks a model puts around it: %s', (written, shown) =>
  expect(withoutMarkers(written)).toBe(shown),
);
