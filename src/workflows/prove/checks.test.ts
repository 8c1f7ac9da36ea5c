import { describe, expect, it } from 'vitest';
import { accepted, refused, unmeasured } from '#contracts/gate.ts';
import { checkResult, examinedAnswers, proven, verdictAnswer } from './checks.ts';
import { type CheckResult, proveOutcomeOf } from './prove-report.ts';
import { readWaiver } from './waivers.ts';

const reason = (code: string, file?: string) => ({
  code,
  message: `${code} seen`,
  next: 'Mend it.',
  ...(file ? { file } : {}),
});
const waiver = (text: string) => {
  const read = readWaiver(text, 'somebody', 'a reason');
  if (!read) throw new Error(`${text} cannot be read`);
  return read;
};

describe('G13.1 checks of a range', () => {
  it('distinguish tampering from other refusals of a proof', () => {
    const verdict = refused('red proof', [reason('TEST_MUTED'), reason('RED_PASSES')]);
    const { answer, tampering } = verdictAnswer(verdict, '');
    expect([answer, tampering.map(({ code }) => code)]).toMatchObject([
      { type: 'refused', reasons: [{ code: 'RED_PASSES' }] },
      ['TEST_MUTED'],
    ]);
    expect(verdictAnswer(refused('red proof', [reason('TEST_MUTED')]), '').answer).toMatchObject({
      type: 'unmeasured',
      reasons: [{ code: 'NOT_ASKED' }],
    });
  });

  it('sort results by their code, and pass nothing that could not be checked', () => {
    const finding = (code: string | undefined) => ({
      ...{ file: 'a.js', line: 1, severity: 'major' as const, message: 'm' },
      ...(code ? { code } : {}),
    });
    const all = examinedAnswers(
      {
        findings: [finding('LEFTOVER'), finding('MUTANT_SURVIVED'), finding(undefined)],
        doubts: [],
        verdict: accepted('x'),
      },
      [],
    );
    expect(Object.values(all).map(({ type }) => type)).toEqual(['refused', 'refused', 'refused']);
    const stopped = examinedAnswers(
      { findings: [], doubts: [], verdict: unmeasured('challenge', reason('RUNNER_FAILED')) },
      ['3 mutants died, 0 survived'],
    );
    expect([stopped.leftovers.type, stopped.mutants.type, stopped.challenge.type]).toEqual([
      'proven',
      'unmeasured',
      'unmeasured',
    ]);
  });

  it('do not say that a language was watched which a person let count unproven', () => {
    const seen = (doubts: string[]) => examinedAnswers({ findings: [], doubts, verdict: accepted('x') }, []).challenge;
    expect(seen([])).toMatchObject({ type: 'proven', seen: expect.stringContaining('asked again elsewhere') });
    expect(seen(['LANGUAGE_UNPROVEN: phpunit count by a person’s word'])).toMatchObject({
      seen: expect.stringContaining('was not watched'),
    });
  });

  it('are waived by a code or by a code and its file, never by less', () => {
    const answer = { type: 'refused' as const, reasons: [reason('LEFTOVER', 'a.js'), reason('LEFTOVER', 'b.js')] };
    expect(checkResult('leftovers', answer, true, [waiver('LEFTOVER:a.js')])).toMatchObject({
      outcome: 'refused',
      reasons: [{ file: 'b.js' }],
      waived: [{ reason: { file: 'a.js' }, by: 'somebody', why: 'a reason' }],
    });
    expect(checkResult('leftovers', answer, true, [waiver('LEFTOVER')]).outcome).toBe('waived');
    expect(['*', 'leftover', '', 'LEFTOVER:'].map((text) => readWaiver(text, 'x', 'y'))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('prove a range only together', () => {
    const result = (outcome: 'proven' | 'refused' | 'unmeasured', required = true): CheckResult =>
      checkResult('red', outcome === 'proven' ? proven('') : { type: outcome, reasons: [reason('X_Y')] }, required, []);
    expect(proveOutcomeOf([result('proven'), result('unmeasured', false)])).toBe('proven');
    expect(proveOutcomeOf([result('proven'), result('unmeasured')])).toBe('unmeasured');
    expect(proveOutcomeOf([result('unmeasured'), result('refused')])).toBe('refused');
  });
});
