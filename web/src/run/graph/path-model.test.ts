import { expect, it } from 'vitest';
import type { NodeView } from '#contracts/run-view.ts';
import { type Box, pathModel } from './graph-model.ts';

const box = (id: string, more: Partial<Box> = {}): Box => ({
  ...{ id, label: id, kind: 'logic', parent: null, lines: 0 },
  activations: [{ act: `${id}#1` } as unknown as NodeView],
  ...more,
});
const arrow = (from: string, to: string, taken = true, watches = false) => ({
  ...{ id: `${from}>${to}`, from, to, label: null, taken, watches },
});

it('the path taken has the reached nodes and their edges, without nodes that were only possible or only watch', () => {
  const { boxes, arrows } = pathModel({
    boxes: [
      box('a'),
      box('frame', { activations: [] }),
      box('b', { parent: 'frame' }),
      box('never', { activations: [] }),
      box('watcher', { kind: 'observer' }),
    ],
    arrows: [arrow('a', 'b'), arrow('b', 'a', false), arrow('a', 'never'), arrow('a', 'watcher', true, true)],
  });
  expect(boxes.map(({ id }) => id)).toEqual(['a', 'frame', 'b']);
  expect(arrows.map(({ id }) => id)).toEqual(['a>b']);
});
