import { AssayError, toErrorInfo } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';
import type { ToolResult } from '#contracts/tool.ts';
import type { NativeTool } from '../tools/native-tool.ts';

export interface Used {
  readonly ok: boolean;
  readonly text: string;
  readonly code?: string;
}

/** One use as in the loop, without the permission: read, prepared, run. */
export async function useTool(native: NativeTool, input: Json, signal = new AbortController().signal): Promise<Used> {
  const read = native.tool.input.safeParse(input);
  if (!read.success) return { ok: false, text: read.error.message, code: 'TOOL_INPUT_INVALID' };
  try {
    const prepared = await native.prepare(read.data);
    if (!prepared.ok) return toUsed(prepared);
    const context = { call: 'c', signal, cwd: '.', progress: () => {} };
    return toUsed(await (native.run?.(prepared.input, context) ?? native.tool.run(prepared.input, context)));
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown;
    return toUsed({ ok: false, error: toErrorInfo(thrown) });
  }
}

const toUsed = (result: ToolResult<unknown>): Used =>
  result.ok
    ? { ok: true, text: result.text ?? '' }
    : { ok: false, text: `${result.error.message} ${result.error.next ?? ''}`, code: result.error.code };
