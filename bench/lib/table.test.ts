import { describe, expect, it } from 'vitest';
import { markdownTable, replaceBetweenMarkers, terminalTable } from './table.ts';

const result = {
  name: 'speed',
  title: 'Speed',
  seconds: 1,
  quick: false,
  rows: [
    { label: 'Assay', value: 12345.6, unit: 'nodes/s', ratio: 10.25, target: '≥ 10', pass: true },
    { label: 'a|b', value: null, unit: '', note: 'skipped: no postgres' },
    { label: 'slow', value: 1.5, unit: 's', pass: false, target: '≤ 1' },
  ],
};

describe('terminalTable', () => {
  it('aligns the columns, groups digits, and shows what was missed or skipped', () => {
    const [title, head = '', first = '', skip = '', missed = ''] = terminalTable(result).split('\n');
    expect(title).toBe('Speed');
    expect(first).toContain('12,346 nodes/s');
    expect(first.indexOf('nodes/s') + 'nodes/s'.length).toBe(head.indexOf('measured') + 'measured'.length);
    expect(skip).toMatch(/–.*skipped: no postgres$/);
    expect(missed).toMatch(/MISSED$/);
  });
});

describe('markdownTable', () => {
  it('keeps a bar in a label from becoming a column', () => {
    expect(markdownTable(result)).toContain('| a\\|b | – |');
  });
});

describe('replaceBetweenMarkers', () => {
  it('changes only the text between the markers of that name', () => {
    const page =
      'before\n<!-- bench:other -->\nkeep\n<!-- /bench -->\n<!-- bench:speed -->\nold\n<!-- /bench -->\nafter\n';
    expect(replaceBetweenMarkers(page, 'speed', 'Speed', 'new')).toBe(page.replace('old', 'new'));
  });

  it('adds a section where there is none', () => {
    const page = replaceBetweenMarkers('# Benchmarks\n', 'speed', 'Speed', 'new');
    expect(page).toBe('# Benchmarks\n\n## Speed\n\n<!-- bench:speed -->\nnew\n<!-- /bench -->\n');
    expect(replaceBetweenMarkers(page, 'speed', 'Speed', 'new')).toBe(page);
  });

  it('refuses an opening marker that is never closed rather than eat the page', () => {
    expect(() => replaceBetweenMarkers('<!-- bench:speed -->\nrest', 'speed', 'Speed', 'new')).toThrow('has no');
  });
});
