import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { toJson } from '#contracts/json.ts';
import { readTextIfExists, writeJsonAtomic } from '#host/atomic-file.ts';
import { makeFolder } from '#host/make-folder.ts';

/** Stored measurements by name. Old ones expire: machines and their tests change without a commit. */
export interface MeasurementMemory {
  recall(name: string): Promise<unknown>;
  /** `brief`: a result that an install may change at any moment; kept briefly, in this process only. */
  remember(name: string, value: unknown, brief?: boolean): Promise<void>;
}

export const MEASUREMENTS_LAST_MS = 3 * 24 * 60 * 60_000;

const BRIEF_MS = 2 * 60_000;

const Kept = z.object({ name: z.string(), at: z.number(), value: z.unknown() });

/** In a folder of ours, one file each: a measurement of a tree is valid for every run that meets it. */
export function memoryInFolder(folder: string, now: () => number): MeasurementMemory {
  const fileOf = (name: string): string =>
    join(folder, `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.json`);
  const moment = new Map<string, { readonly at: number; readonly value: unknown }>();
  return {
    recall: async (name) => {
      const recent = moment.get(name);
      if (recent && now() - recent.at <= BRIEF_MS) return recent.value;
      const kept = Kept.safeParse(parsed(await readTextIfExists(fileOf(name)).catch(() => null)));
      const isLate = kept.success && now() - kept.data.at > MEASUREMENTS_LAST_MS;
      return kept.success && !isLate && kept.data.name === name ? kept.data.value : null;
    },
    remember: async (name, value, brief = false) => {
      if (brief) return void moment.set(name, { at: now(), value });
      moment.delete(name);
      await makeFolder(folder);
      // A power cut may destroy it: then it is measured again, which costs only time.
      await writeJsonAtomic(fileOf(name), toJson({ name, at: now(), value }, 'measurement'), { durable: false });
    },
  };
}

export function memoryInProcess(): MeasurementMemory {
  const kept = new Map<string, unknown>();
  return {
    recall: async (name) => kept.get(name) ?? null,
    remember: async (name, value) => {
      kept.set(name, value);
    },
  };
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
