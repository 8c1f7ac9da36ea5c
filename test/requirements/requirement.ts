/** One sentence of what Assay promises, or a feature that such sentences make up. */
export interface Requirement {
  readonly id: string;
  readonly title: string;
  /** `open`: not built, or built and cited by no test that would fail without it. */
  readonly state: 'open' | 'done';
}

/** A feature, and behind it its sentences: it is done when all of them are. */
export function feature(id: string, title: string, sentences: readonly Requirement[]): Requirement[] {
  const state = sentences.every((sentence) => sentence.state === 'done') ? 'done' : 'open';
  return [{ id, title, state }, ...sentences];
}

/** Built, and cited in the title of a test that fails without it. */
export const done = (id: string, title: string): Requirement => ({ id, title, state: 'done' });

export const open = (id: string, title: string): Requirement => ({ id, title, state: 'open' });
