import type { JobStep } from './steps.ts';

export interface StepChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Steps that have changed, and in what. */
  readonly changed: readonly { readonly id: string; readonly fields: readonly string[] }[];
}

/** The changes in a steps file since a run of it began. */
export function stepChangesOf(before: readonly JobStep[], now: readonly JobStep[]): StepChanges {
  const old = new Map(before.map((step) => [step.id, step]));
  const ids = new Set(now.map(({ id }) => id));
  return {
    added: now.filter(({ id }) => !old.has(id)).map(({ id }) => id),
    removed: before.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
    changed: now.flatMap((step) => {
      const fields = fieldsChanged(old.get(step.id), step);
      return fields.length === 0 ? [] : [{ id: step.id, fields }];
    }),
  };
}

export const isStepUnchanged = ({ added, removed, changed }: StepChanges): boolean =>
  added.length === 0 && removed.length === 0 && changed.length === 0;

export function changesText({ added, removed, changed }: StepChanges): string {
  const parts = [
    ...changed.map(({ id, fields }) => `${id} changed (${fields.join(', ')})`),
    ...added.map((id) => `${id} is new`),
    ...removed.map((id) => `${id} is gone`),
  ];
  return parts.join('; ');
}

/** In the syntax of the file. */
const NAMES: Readonly<Record<string, string>> = { timeoutMs: 'timeout', continueOnFailure: 'continue_on_failure' };

function fieldsChanged(before: JobStep | undefined, now: JobStep): string[] {
  if (!before) return [];
  const entries = Object.entries(now);
  const old: Readonly<Record<string, unknown>> = before;
  return entries
    .filter(([field, value]) => JSON.stringify(sorted(value)) !== JSON.stringify(sorted(old[field])))
    .map(([field]) => NAMES[field] ?? field);
}

/** The order of variables does not matter. */
const sorted = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    : value;
