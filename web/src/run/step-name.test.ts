import { describe, expect, it } from 'vitest';
import { ActivationId } from '#contracts/ids.ts';
import { stepName } from './step-name.ts';

const chapters = [{ title: 'PR', steps: { act: 'Assay measures' } }];

describe('C10 a step is named by what it does', () => {
  it.each([
    ['act', null, 'act#1', 'Assay measures'],
    ['act', null, 'act#7', 'Assay measures 7'],
    ['typeAdversary', null, 'typeAdversary#2', 'Type adversary 2'],
    ['act', 'cart', 'act#3', 'Assay measures: cart'],
  ])('%s %s %s', (node, name, act, said) => {
    expect(stepName({ node, name, act: ActivationId.parse(act) }, chapters)).toBe(said);
  });
});
