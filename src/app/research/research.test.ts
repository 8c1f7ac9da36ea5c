import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { rig } from '#engine/testing/rig.ts';
import { fetchFolder } from '#knowledge/ingest/fetch-source.ts';
import { ingest } from '#knowledge/ingest/ingest.ts';
import { readChanged } from '#knowledge/ingest/local-folder.ts';
import { testProject } from '#knowledge/testing/project.ts';
import { researchGraph } from '#workflows/research/graph.ts';
import { Ask } from '#workflows/research/state.ts';
import { retrievePassages } from './retrieve.ts';
import { spentByStage } from './spent-by-stage.ts';

const ASK = Ask.parse({ folder: '/', question: 'How long is a lease held?', depth: 'standard' });
const PASSAGE = { id: 'S1', cite: 'a.md:1-2', title: 'Leases', text: 'A lease is held for 10 seconds.', trust: 1 };

describe('C2.2 the usage of the stages of research', () => {
  const usage = { ...NO_AGENT_USAGE, input: 600, output: 200, usd: 0.02 };
  const attemptRunner: AttemptRunner = async function* ({ agent }) {
    const claim =
      agent === 'analyst'
        ? { understanding: 'How long', queries: ['lease'] }
        : { claims: [{ text: PASSAGE.text, citations: [{ passage: 'S1', quote: PASSAGE.text }] }] };
    yield { type: 'complete', usage, result: { type: 'claim', claim } };
  };
  const graph = researchGraph({ retrieve: async () => [PASSAGE], searchWeb: async () => [] });

  it('is shown stage by stage', async () => {
    const engine = rig([graph], { attemptRunner });
    const { run, result } = await engine.run(graph, ASK);
    expect(result.status).toBe('completed');
    expect(spentByStage(await engine.log(run))).toEqual([
      { stage: 'analyze', used: { tokens: 800, usd: 0.02, unpriced: 0 } },
      { stage: 'synthesize', used: { tokens: 800, usd: 0.02, unpriced: 0 } },
    ]);
  });

  it('ends at its limit: the next stage is not begun until a person raises it', async () => {
    const engine = rig([graph], { attemptRunner });
    const { run, result } = await engine.run(graph, ASK, { budget: { tokens: 800 } });
    expect(result).toMatchObject({ status: 'paused' });
    expect(spentByStage(await engine.log(run)).map(({ stage }) => stage)).toEqual(['analyze']);
  });
});

describe('C2.8 C4.4 retrieved passages', () => {
  async function read(files: Readonly<Record<string, string>> = {}) {
    const project = testProject({
      ...files,
      'docs/leases.md': '# Leases\n\nA lease is held for 10 seconds. The `Housekeeper` looks after it.\n',
      'docs/other.md': '# Housekeeper\n\nThe `Housekeeper` wakes up at midnight and sweeps.\n',
      'docs/rent.md': '# Rent\n\nA flat is rented by the month, and its lease is long.\n',
      'docs/renewal.md': '# Renewal\n\nRenewing happens every 3 seconds while a driver holds a lease.\n',
    });
    const knowledge = project.open();
    const folder = join(project.root, 'docs');
    await ingest(knowledge.store, {
      ...{ source: folder, kind: 'doc', trust: 'official_docs' },
      documents: fetchFolder(folder, (path) => join('docs', path)),
    });
    return knowledge;
  }

  it('the query is expanded: names in found passages lead to passages without a word of the question', async () => {
    const found = retrievePassages(await read(), ASK, ['how long is a lease held'], 10);
    expect(found.map(({ cite }) => cite)).toContain('docs/other.md:1-4');
    expect(found.map(({ id }) => id)).toEqual(found.map((_, index) => `S${index + 1}`));
  });

  it('a passage is found by the name of its page and by the headings above it, which it does not repeat', async () => {
    const knowledge = await read({
      'docs/UpgradingToOsprey29.md': '# Changes\n\n## Compatibility\n\nThe supported versions are 14 and 16.\n',
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [
          `docs/plugin${at}.md`,
          `# Plugin ${at}\n\nWhich versions a plugin does support is up to its author.\n`,
        ]),
      ),
    });
    const found = retrievePassages(knowledge, ASK, ['Which versions does Osprey 29 support?'], 3);
    expect(found[0]?.text).toContain('14 and 16');
  });

  it('passages from names do not crowd out those of the question', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `sweeper${at}`);
    const knowledge = await read({
      'docs/sweep.md': `# Sweeping\n\nA sweep of the hall takes ${names.map((name) => `\`${name}\``).join(', ')}.\n`,
      ...Object.fromEntries(names.map((name) => [`docs/${name}.md`, `# About\n\n\`${name}\` is one of them.\n`])),
      ...Object.fromEntries(
        Array.from({ length: 5 }, (_, at) => [`docs/hall${at}.md`, `# Hall ${at}\n\nHall ${at} has a sweep a day.\n`]),
      ),
    });
    const found = retrievePassages(knowledge, ASK, ['the sweep of the hall'], 6).map(({ cite }) => cite);
    expect(found.filter((cite) => cite.startsWith('docs/sweeper')).length).toBeGreaterThan(0);
    expect(found.filter((cite) => /^docs\/(?:hall|sweep\.)/.test(cite)).length).toBeGreaterThanOrEqual(4);
  });

  it('results are ranked again: a passage that several queries find comes before the first result of one query', async () => {
    const knowledge = await read();
    const alone = retrievePassages(knowledge, ASK, ['flat rented by the month, its lease is long'], 10);
    expect(alone[0]?.cite).toBe('docs/rent.md:1-4');
    const together = retrievePassages(
      knowledge,
      ASK,
      [
        'flat rented by the month, its lease is long',
        'renewing while a driver holds a lease',
        'renewing every 3 seconds',
      ],
      10,
    );
    expect(together[0]?.cite).toBe('docs/renewal.md:1-4');
  });

  it('C3.1 changed documents are read again, and deleted ones are no source', async () => {
    const knowledge = await read();
    const file = join(knowledge.root, 'docs/leases.md');
    writeFileSync(file, '# About this\n\nNew here.\n\n# Leases\n\nA lease is held for 25 seconds.\n');
    expect(await readChanged(knowledge)).toBe(1);
    expect(await readChanged(knowledge)).toBe(0);
    const found = retrievePassages(knowledge, ASK, ['how long is a lease held'], 10);
    const lease = found.find(({ text }) => text.includes('25 seconds'));
    const [, first, last] = /:(\d+)-(\d+)$/.exec(lease?.cite ?? '') ?? [];
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .slice(Number(first) - 1, Number(last));
    expect(lines.join('\n')).toContain('held for 25 seconds');
    expect(found.map(({ text }) => text).join()).not.toContain('10 seconds');
    rmSync(join(knowledge.root, 'docs'), { recursive: true });
    expect(retrievePassages(knowledge, ASK, ['how long is a lease held'], 10)).toEqual([]);
  });

  it('a follow-up question gets only new passages', async () => {
    const knowledge = await read();
    const first = retrievePassages(knowledge, ASK, ['how long is a lease held'], 1);
    const before = { question: ASK.question, answer: '10 seconds.', seen: first.map(({ cite }) => cite) };
    const next = retrievePassages(knowledge, { ...ASK, before }, ['how long is a lease held'], 1);
    expect(next).toHaveLength(1);
    expect(next[0]?.cite).not.toBe(first[0]?.cite);
  });
});
