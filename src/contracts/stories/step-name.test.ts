import { describe, expect, it } from 'vitest';
import { ActivationId } from '../ids.ts';
import { momentInWords, stepName } from './step-name.ts';

const chapters = [{ title: 'PR', steps: { act: 'Assay measures' } }];

describe('C10 a step is named after its action', () => {
  it.each([
    ['act', null, 'act#1', 'Assay measures'],
    ['act', null, 'act#7', 'Assay measures 7'],
    ['typeAdversary', null, 'typeAdversary#2', 'Type adversary 2'],
    ['act', 'cart', 'act#3', 'Assay measures: cart'],
  ])('%s %s %s', (node, name, act, said) => {
    expect(stepName({ node, name, act: ActivationId.parse(act) }, chapters)).toBe(said);
  });

  it('a step that comes again is told apart by what it is for', () => {
    const node = { node: 'act', name: null, act: ActivationId.parse('act#7'), purpose: 'GREEN parse' };
    expect(stepName(node, chapters)).toBe('Assay measures: GREEN parse');
    const said = momentInWords({ act: node.act, text: 'act 7 done (2.3 s)' }, () => node, chapters);
    expect(said).toBe('Assay measures: GREEN parse done (2.3 s)');
  });

  it.each([
    ['act#1', null, 'act done (2.3 s)', 'Assay measures done (2.3 s)'],
    ['act#7', null, 'act 7 begins', 'Assay measures 7 begins'],
    ['act#3', 'cart', 'act cart begins', 'Assay measures: cart begins'],
    ['act#7', null, 'you answer act 7 (retry)', 'you answer act 7 (retry)'],
  ])('also where what happened is told: %s %s', (id, name, text, said) => {
    const act = ActivationId.parse(id);
    expect(momentInWords({ act, text }, () => ({ node: 'act', name, act }), chapters)).toBe(said);
  });
});
