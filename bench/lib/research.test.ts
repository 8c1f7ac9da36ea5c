import { describe, expect, it } from 'vitest';
import { checkClaim } from '../../src/knowledge/claims/check-claim.ts';
import { withoutMarkers } from '../../src/workflows/research/without-markers.ts';
import { plantedCorpus } from '../research/corpus.ts';
import { measureHalf } from '../research/measure.ts';
import { MODELS } from '../research/models.ts';
import { measureReplies, REPLY_SETS } from '../research/replies.ts';

describe('C3.5 answers of simulated models of every honesty', () => {
  it('shows no fabricated citation as supported, and every label once', async () => {
    const measured = await measureHalf('tried', 11);
    expect(measured.questions).toBeGreaterThan(10);
    expect(measured.fabricatedShown).toEqual([]);
    expect(measured.labelProblems).toEqual([]);
    expect(measured.trueFlagged.length / measured.made.true).toBeLessThan(0.1);
  });

  it.each(['kept-apart', 'fresh'] as const)(
    'C3.8 flags at most a twentieth of what is true, and shows nothing made up: %s',
    (half) => {
      const documents = plantedCorpus(half);
      const passages = documents.map(({ title, facts }, at) => ({
        ...{ id: `S${at}`, title, text: facts.map(({ says }) => says).join(' ') },
      }));
      const [flagged, shown]: [string[], string[]] = [[], []];
      let made = 0;
      for (const [at, { facts }] of documents.entries())
        for (const [index, fact] of facts.entries()) {
          const [id, other] = [at, (at + 1) % documents.length];
          const apart = facts[(index + 3) % facts.length]?.says ?? '';
          const elsewhere = documents[other]?.facts[index]?.says ?? '';
          const read = [id, other].flatMap((each) => passages[each] ?? []);
          for (const model of ['honest', 'paraphrasing', 'sloppy', 'inventing', 'misplacing'])
            for (const { claim, truth } of MODELS[model]?.({
              ...{ fact, id: `S${id}`, elsewhereId: `S${other}`, apart, elsewhere, index },
            }) ?? []) {
              const { label } = checkClaim({ ...claim, text: withoutMarkers(claim.text) }, read);
              made += Number(truth === 'true');
              if (truth === 'true' && label === 'unsupported') flagged.push(claim.text);
              if (truth === 'fabricated' && label === 'supported') shown.push(claim.text);
            }
        }
      expect(shown).toEqual([]);
      expect(made).toBeGreaterThan(150);
      expect(flagged.length / made).toBeLessThanOrEqual(0.05);
    },
  );

  it('asks at least 200 questions', () => {
    const count = (['tried', 'kept-apart'] as const).flatMap((half) =>
      plantedCorpus(half).flatMap(({ facts }) => facts),
    );
    expect(count.length).toBeGreaterThanOrEqual(200);
    expect(plantedCorpus('kept-apart').flatMap(({ facts }) => facts).length).toBeGreaterThanOrEqual(100);
    for (const { says, ways, wrong } of count)
      expect([says !== '', ways.length > 1, wrong.length > 0]).not.toContain(false);
  });
});

describe('C4.2 replies to a pause', () => {
  it.each(REPLY_SETS)(
    'C4.6 of %s: what words settle is right, and no model that does harm throws anything away',
    (set) => {
      // Replies written from situations, with no look at the words that settle one, name fewer of them.
      const least = set.startsWith('situations') ? 1 / 5 : 1 / 4;
      const { replies, settled, wrong, lost } = measureReplies(set);
      expect(lost).toEqual([]);
      expect(replies).toBeGreaterThanOrEqual(70);
      expect(settled).toBeGreaterThanOrEqual(replies * least);
      expect(wrong.length / settled).toBeLessThanOrEqual(0.03);
    },
  );
});
