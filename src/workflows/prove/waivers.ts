import type { Refusal } from '#contracts/gate.ts';
import type { Waived } from './prove-report.ts';

/** `CODE`, or `CODE:FILE` for one file only. */
export interface ProveWaiver {
  readonly code: string;
  readonly file: string | null;
  readonly by: string;
  readonly why: string;
}

/** Null where it cannot be read. */
export function readWaiver(text: string, by: string, why: string): ProveWaiver | null {
  const [, code, file] = /^([A-Z][A-Z_]+)(?::(.+))?$/.exec(text) ?? [];
  return code === undefined ? null : { code, file: file ?? null, by, why };
}

export function waive(
  reasons: readonly Refusal[],
  waivers: readonly ProveWaiver[],
): { readonly left: Refusal[]; readonly waived: Waived[] } {
  const left: Refusal[] = [];
  const waived: Waived[] = [];
  for (const reason of reasons) {
    const word = waivers.find(({ code, file }) => code === reason.code && (file === null || file === reason.file));
    if (word) waived.push({ reason, by: word.by, why: word.why });
    else left.push(reason);
  }
  return { left, waived };
}
