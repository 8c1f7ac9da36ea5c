import { describe, expect, it } from 'vitest';
import { refusalWords } from './refusal-words.ts';

const reasons = (...codes: string[]) => codes.map((code) => ({ code, message: '', next: '' }));

describe('refusalWords', () => {
  it('names the change to the measuring, and calls only a script a cheat', () => {
    expect(refusalWords(reasons('SCRIPTS_CHANGED'), true)).toEqual({
      tampering: true,
      title: 'Cheat refused: it changed the script that runs the tests',
    });
    expect(refusalWords(reasons('TEST_SETUP_CHANGED', 'TEST_SUPPORT_CHANGED'), false).title).toBe(
      'Refused: it changed what its tests depend on',
    );
  });

  it('calls work that is not right yet just that, also under codes it does not know', () => {
    for (const code of ['TESTS_FAILED', 'toString', 'NEW_CODE']) {
      expect(refusalWords(reasons(code), true).tampering).toBe(false);
    }
  });
});
