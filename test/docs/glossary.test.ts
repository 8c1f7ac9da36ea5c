import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8');
const rows = [...page.matchAll(/^\| \*\*(.+?)\*\*.*? \| .+ \| (.+) \|$/gm)].map(([, word = '', avoid = '']) => ({
  word,
  avoid: avoid.split(', '),
}));

/** Words of ours that no dictionary explains, and that we keep. */
const KEPT = ['canary', 'cheat', 'journal', 'leftovers', 'peek', 'vault', 'witness'];

/** Names that meant "where something happens", and were given up for what one would search for. */
const GIVEN_UP =
  /^(Bench|Workbench|Desk|Site|Ground|ProofGround|Hands|Seat|AgentPlace|Scene|World|Standing|Calling|MutantBed|RoomCalls|Acted|fares|borneOut|heard|wayOut|settling|standIn|retell|looked|untilKept|wear|hurry|careful)$/;

const sources = globSync(['src/**/*.ts', 'sim/**/*.ts', 'web/src/**/*.{ts,tsx}'], { cwd: ROOT }).filter(
  (path) => !/\.test\.|fixtures/.test(path),
);
const texts = sources.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);

describe('X7.19 the glossary', () => {
  it('has the words that only we use, in order, each once and with words to avoid', () => {
    const words = rows.map(({ word }) => word);
    expect(rows.length).toBeGreaterThan(30);
    expect(page.match(/^\| \*\*/gm)).toHaveLength(rows.length);
    expect(words).toEqual([...new Set(words)].toSorted((a, b) => a.localeCompare(b)));
    expect(KEPT.filter((word) => !words.includes(word))).toEqual([]);
    expect(rows.filter(({ avoid }) => avoid.length === 0 || avoid[0] === '')).toEqual([]);
  });

  it('has no word that the sources do not use', () => {
    const all = texts.map(([, text]) => text.toLowerCase()).join('\n');
    const unused = rows.filter(
      ({ word }) => !all.includes(word.toLowerCase()) && !all.includes(word.replace(' ', '-')),
    );
    expect(unused.map(({ word }) => word)).toEqual([]);
  });

  it('knows the names that were given up: no source is called so, and exports none', () => {
    const exported = texts.flatMap(([path, text]) =>
      [...text.matchAll(/^export (?:abstract )?(?:class|interface|type|const|function|async function) (\w+)/gm)]
        .filter(([, name = '']) => GIVEN_UP.test(name))
        .map(([, name]) => `${path}: ${name}`),
    );
    const files = sources.filter((path) =>
      /^(bench|workbench|desk|ground|seat|scene|hands|standing|calling|bed)\.tsx?$/.test(basename(path)),
    );
    expect([...exported, ...files]).toEqual([]);
  });
});
