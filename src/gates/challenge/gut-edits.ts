import { tableFor } from '#code/mutants/languages.ts';
import { applyEdits, type TextEdit } from '#code/mutants/mutant.ts';
import { failingFunction } from '#code/mutants/sanity.ts';
import type { ChangedSource } from './changed-code.ts';

/** `throws`: it fails at once. `nonsense`: it does nothing and returns a value that equals no other. */
export type Gut = 'throws' | 'nonsense';

type Gutted = Pick<ChangedSource, 'text' | 'language' | 'functions'>;

/** A file with every one of those functions gutted; null where there is nothing to gut. */
export async function gutted({ text, language, functions }: Gutted, gut: Gut): Promise<string | null> {
  const { fail } = tableFor(language).words;
  const edits = new Map<number, TextEdit>();
  for (const { line } of functions) {
    const edit = await failingFunction(text, language, line);
    if (edit)
      edits.set(
        edit.start,
        gut === 'throws' ? edit : { ...edit, replacement: edit.replacement.replace(fail, nonsense(language)) },
      );
  }
  const apart = [...edits.values()].filter(
    (edit) =>
      ![...edits.values()].some(
        (other) => other !== edit && other.start < edit.start && other.end >= edit.end && other.end > other.start,
      ),
  );
  return apart.length === 0 ? null : applyEdits(text, apart);
}

/** The same value each time: a test that compares a function with itself must not notice. */
const nonsense = (language: string): string =>
  language === 'python' ? 'return ...' : `return Symbol.for('nonsense')${/^t/.test(language) ? ' as never' : ''};`;
