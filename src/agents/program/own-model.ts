import type { AgentTask } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import { parseModelRef } from '../models/model-ref.ts';

/** The model's name for a program that speaks to one provider only. Never a model other than the requested one. */
export function ownModel(task: AgentTask, provider: string, program: string): string | undefined {
  if (task.model === undefined) return undefined;
  const ref = parseModelRef(task.model);
  if (ref.provider === provider) return ref.name;
  throw new AssayError('MODEL_NAME_INVALID', `${program} cannot work with ${task.model}.`, {
    next: `Name one of its own models (${provider}:NAME), or leave it out for the program's default.`,
  });
}
