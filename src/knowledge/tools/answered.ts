import { toErrorInfo } from '#contracts/errors.ts';

/** A tool's answer: its result, or its failure as an error that the client can read. */
export async function answered<T>(work: () => Promise<T>) {
  try {
    return { ok: true as const, output: await work() };
  } catch (thrown) {
    return { ok: false as const, error: toErrorInfo(thrown) };
  }
}
