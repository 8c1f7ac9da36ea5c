import { describe, expect, it } from 'vitest';
import { placeFlowchart } from './place-flowchart.ts';
import { readFlowchart } from './read-flowchart.ts';

describe('C10.23 flowcharts of a conversation', () => {
  it('are read: boxes with their labels, arrows with theirs, several at once', () => {
    const read = readFlowchart(
      'graph LR\n  A[Read the spec] --> B{Is it clear?}\n  B -->|yes| C & D((Done));\n  B -. no .-> A %% again\n',
    );
    expect(read?.across).toBe(true);
    expect(read?.boxes.map(({ id }) => id)).toEqual(['A', 'B', 'C', 'D']);
    expect(read?.boxes[0]?.label).toBe('Read the spec');
    expect(read?.arrows).toEqual([
      { from: 'A', to: 'B', label: '', dotted: false },
      { from: 'B', to: 'C', label: 'yes', dotted: false },
      { from: 'B', to: 'D', label: 'yes', dotted: false },
      { from: 'B', to: 'A', label: 'no', dotted: true },
    ]);
  });

  it('are placed row by row, and a circle ends', () => {
    const read = readFlowchart('flowchart TD\nA --> B\nB --> C\nC --> A\n');
    const placed = read && placeFlowchart(read);
    const rows = placed?.boxes.map(({ y }) => y) ?? [];
    expect(new Set(rows).size).toBe(3);
    expect(placed?.arrows).toHaveLength(3);
    expect(placed?.boxes.every(({ x, y, width }) => x + width <= placed.width && y < placed.height)).toBe(true);
  });

  it.each(['sequenceDiagram\nA->>B: hello', 'graph LR\nA --> ', 'graph LR\n<script>', ''])(
    '%j is left as text',
    (text) => {
      expect(readFlowchart(text)).toBeNull();
    },
  );
});
