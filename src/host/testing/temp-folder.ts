import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that is removed after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

export function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** The error that an action ends with. */
export async function failureOf(action: Promise<unknown>): Promise<{ code: string; message: string; next?: string }> {
  try {
    await action;
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      return {
        code: String(error.code),
        message: error.message,
        ...('next' in error ? { next: String(error.next) } : {}),
      };
    throw error;
  }
  throw new Error('It did not fail.');
}
