import { describe, expect, it } from 'vitest';
import { pageAt, pageEntries } from './page-table.ts';

describe('X7.6 the table of pages', () => {
  it('finds each page by its own address, and gives it its parts', () => {
    for (const [id, { path }] of pageEntries) expect(pageAt(path.replace(/:\w+/, 'x'))?.id).toBe(id);
    expect(pageAt('/runs/a%2Fb')).toEqual({ id: 'run', params: { run: 'a/b' } });
    expect(pageAt('/runs/%zz')).toEqual({ id: 'run', params: { run: '%zz' } });
    expect(pageAt('/nowhere')).toBeNull();
    expect(pageAt('/runs/a/b')).toBeNull();
  });

  it('gives no key and no address twice', () => {
    const keys = pageEntries.flatMap(([, { key }]) => (key === undefined ? [] : [key]));
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(pageEntries.map(([, { path }]) => path)).size).toBe(pageEntries.length);
  });
});
