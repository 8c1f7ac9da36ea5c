import { ERROR_CODES, EXIT, isErrorCode, toErrorInfo } from '#contracts/errors.ts';
import type { Tool, ToolResult } from '#contracts/tool.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { checkInput } from '../../mcp/check-input.ts';
import type { ToolCall } from '../../tool-command/tool-command.ts';
import { errorLines } from '../cli-error.ts';
import type { Cli } from '../context.ts';
import { onInterrupt } from '../interrupts.ts';

/** Calls a tool as an agent would, and shows its answer to a person. */
export async function callTool(cli: Cli, tool: Tool, { input, json }: ToolCall): Promise<number> {
  const { screen } = cli;
  const result = await answer(cli, tool, input);
  if (!result.ok) {
    if (json) screen.json({ error: result.error });
    else for (const line of errorLines(screen, result.error)) screen.err(line);
    return isErrorCode(result.error.code) ? ERROR_CODES[result.error.code] : EXIT.failed;
  }
  if (json) screen.json(result.output);
  else screen.outAsIs((result.text ?? JSON.stringify(result.output, null, 2)).replace(/\n$/, ''));
  return tool.foundTrouble?.(result.output) ? EXIT.failed : EXIT.done;
}

async function answer({ screen, env }: Cli, tool: Tool, input: unknown): Promise<ToolResult<Record<string, unknown>>> {
  const checked = await checkInput(tool.input, input, tool.examples[0]?.input);
  if (!checked.ok) return checked;
  const stopped = new AbortController();
  const interrupts = onInterrupt(() => stopped.abort());
  screen.gone.addEventListener('abort', () => stopped.abort());
  try {
    return await tool.run(checked.input, {
      signal: stopped.signal,
      cwd: process.cwd(),
      // A person's own call: the tool gets their programs and home, and none of their keys.
      env: scrubEnv(env, { allow: ['HOME', 'ASSAY_HOME'] }),
      progress: (message) => (screen.isTty ? screen.err(screen.paintErr('dim', message)) : undefined),
    });
  } catch (thrown) {
    return { ok: false, error: toErrorInfo(thrown, 'TOOL_FAILED') };
  } finally {
    interrupts.release();
  }
}
