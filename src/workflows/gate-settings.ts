import { quote } from '#code/shell-quote.ts';
import type { AssayConfig } from '#contracts/config.ts';
import { CONFIG_PATH } from '#contracts/config.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { StepScope } from '#gates/impact/step-scope.ts';
import type { TreeRunner } from '#gates/tree-runner.ts';
import { readConfigText } from '#project/config/read-config.ts';

/** The settings of the gates, read from the commit where the work left main. */
export interface GateSettings {
  /** `false` where the project states that it has none; null where it says nothing. */
  readonly preflight: string | false | null;
  readonly mayChange: readonly string[];
  /** Which tests a step runs; null where it says nothing. */
  readonly steps: StepScope | null;
  /** For a reviewer that is a program; null where an agent reviews. */
  readonly reviewerCommand: string | null;
}

export async function gateSettings(treeRunner: TreeRunner, base: TreeHash): Promise<GateSettings> {
  const text = await treeRunner.read(base, CONFIG_PATH);
  const { preflight, reviewer, mayChange, steps }: Partial<AssayConfig> =
    text === null ? {} : readConfigText(text, CONFIG_PATH);
  return {
    preflight: preflight === undefined ? null : preflight === false ? false : lineOf(preflight),
    mayChange: mayChange ?? [],
    steps: steps ?? null,
    reviewerCommand: typeof reviewer === 'object' ? lineOf(reviewer.command) : null,
  };
}

const lineOf = (command: string | readonly string[]): string =>
  typeof command === 'string' ? command : quote(command);
