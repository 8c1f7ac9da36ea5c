import type {
  Confidence,
  FoundTool,
  Language,
  ToolPreference,
  ToolSettings,
  ToolSource,
} from '#contracts/toolchain.ts';
import type { ToolRule } from './language-table.ts';

export interface DiscoverOptions {
  /** From `.assay/config.json`. */
  readonly settings?: ToolSettings;
  readonly preferences?: readonly ToolPreference[];
}

const CONFIDENCE: Readonly<Record<ToolSource, Confidence>> = {
  preference: 'high',
  'project-config': 'high',
  'config-file': 'high',
  manifest: 'medium',
  ci: 'low',
  default: 'default',
};

export function toolOf(
  { role, name, run }: Pick<ToolRule, 'role' | 'name' | 'run'>,
  language: Language,
  source: ToolSource,
  reason: FoundTool['reason'],
): FoundTool {
  return { role, name, language, confidence: CONFIDENCE[source], source, reason, run: [...run] };
}
