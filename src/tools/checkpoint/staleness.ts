import { own } from '#host/own.ts';
import { fingerprint, missingOutputs } from './fingerprint.ts';
import type { InputPrint, StepResult } from './record.ts';
import { type JobStep, stepDefinitionOf } from './steps.ts';

/** Why a step's result no longer counts, in words; null when it does. */
export async function staleness(result: StepResult, step: JobStep, folder: string): Promise<string | null> {
  if (result.outcome.status === 'failed') return `it failed before (${result.outcome.words})`;
  if (result.definition !== stepDefinitionOf(step)) return 'its definition changed';
  const [missing] = missingOutputs(step.outputs, folder);
  if (missing !== undefined) return `output ${missing} is gone`;
  if (step.inputs.length === 0) return null;
  const now = await fingerprint(step.inputs, folder);
  if (!now.ok) return now.why;
  return changedInput(result.outcome.inputs, now.prints);
}

/**
 * Why a result that depends on earlier steps no longer counts: one of them ran later. A step with declared inputs is
 * judged by them; one without may have read anything.
 */
export function overtaken(result: StepResult, step: JobStep, before: readonly StepResult[]): string | null {
  if (step.inputs.length > 0) return null;
  const later = before.find(({ outcome }) => outcome.by === 'run' && outcome.endedAt > result.outcome.endedAt);
  return later === undefined ? null : `${later.id} ran again since`;
}

type Prints = Readonly<Record<string, InputPrint>>;

function changedInput(before: Prints, now: Prints): string | null {
  for (const [input, print] of Object.entries(now)) {
    const old = own(before, input);
    if (!old || old.sha256 === print.sha256) continue;
    const files = old.files === print.files ? '' : ` (${old.files} → ${print.files} files)`;
    return `input ${input} changed${files}`;
  }
  return null;
}
