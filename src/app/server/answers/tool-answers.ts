import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { toErrorInfo } from '#contracts/errors.ts';
import { HttpCode } from '#contracts/http/failure.ts';
import type { toolRoutes } from '#contracts/http/tool-routes.ts';
import { toJson } from '#contracts/json.ts';
import type { Tool } from '#contracts/tool.ts';
import { scrubEnv } from '#host/scrub-env.ts';
import { TOOLBELT } from '#tools/registry.ts';
import { checkInput } from '../../mcp/check-input.ts';
import { toolSupplies } from '../../tool-supplies.ts';
import type { Handlers } from '../bind.ts';
import { HttpError } from '../http-error.ts';
import type { ServerContext } from '../server-context.ts';

/** A tool that still runs then is aborted: a person does not wait longer at a page. */
const LONGEST_MS = 120_000;

/**
 * The toolbelt, run for the person at the window as `assay` runs it at a terminal: their programs and home, none of
 * their keys.
 */
export const toolAnswers = ({ env }: ServerContext): Handlers<typeof toolRoutes> => ({
  belt: async () => ({ tools: TOOLBELT.map(({ name, summary }) => ({ name, summary })) }),
  beltTool: async ({ params }) =>
    withTool(params.tool, env, async ({ title, description, input, examples }) => ({
      ...{ name: params.tool, title, description },
      input: toJson(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), 'schema'),
      examples: examples.map((example) => ({ title: example.title, input: toJson(example.input, 'example') })),
    })),
  runTool: async ({ params, body }) => {
    const cwd = await folderAt(body.folder);
    return withTool(params.tool, env, async (tool) => {
      const checked = await checkInput(tool.input, body.input, tool.examples[0]?.input);
      if (!checked.ok) return checked;
      try {
        const result = await tool.run(checked.input, {
          ...{ signal: AbortSignal.timeout(LONGEST_MS), cwd, progress: () => undefined },
          env: scrubEnv(env, { allow: ['HOME', 'ASSAY_HOME'] }),
        });
        if (!result.ok) return result;
        return { ok: true as const, output: toJson(result.output, 'output'), text: result.text ?? null };
      } catch (thrown) {
        return { ok: false as const, error: toErrorInfo(thrown, 'TOOL_FAILED') };
      }
    });
  },
});

async function withTool<T>(name: string, env: ServerContext['env'], use: (tool: Tool) => Promise<T>): Promise<T> {
  const entry = TOOLBELT.find((each) => each.name === name);
  if (entry === undefined) throw new HttpError(404, HttpCode.notFound, `There is no tool ${name}.`);
  const { supplies, close } = toolSupplies(env);
  try {
    return await use(await entry.load(supplies));
  } finally {
    await close();
  }
}

async function folderAt(path: string): Promise<string> {
  const isFolder =
    isAbsolute(path) &&
    (await stat(path)
      .then((found) => found.isDirectory())
      .catch(() => false));
  if (isFolder) return path;
  throw new HttpError(400, HttpCode.bodyInvalid, `${path} is not a folder.`, 'Give the full path of a folder.');
}
