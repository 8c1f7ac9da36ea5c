import { z } from 'zod';
import { defineTool, type Tool } from '#contracts/tool.ts';
import type { Home } from '#host/home.ts';
import { diagnose } from '#sources/diagnose.ts';
import { openSource, sourceFiles } from '#sources/open-source.ts';

/** Connects to one of the person's sources, and reports problems. */
export function testSourceTool(home: Home, env: Readonly<Record<string, string | undefined>>): Tool {
  const tool = defineTool({
    name: 'test_source',
    title: 'Test a source',
    description:
      'Connects to one of the person’s sources (assay sources) and says whether it answers, or what is wrong.',
    input: z.object({ source: z.string().min(1).max(60) }),
    output: z.object({ ok: z.boolean(), tools: z.array(z.string()), problem: z.string().nullable() }),
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    examples: [{ title: 'One', input: { source: 'tracker' } }],
    errors: {},
    run: async ({ source: name }, { signal }) => {
      const source = await sourceFiles(home)
        .get(name)
        .catch(() => null);
      if (source === null) return failed(`There is no source ${name}.`);
      try {
        await using open = await openSource(source, home, env, signal);
        await open.reach?.();
        const tools = open.tools.map((each) => each.name);
        return { ok: true, output: { ok: true, tools, problem: null }, text: `${name} answers; ${tools.length} tools` };
      } catch (thrown) {
        const { message, next } = diagnose(source, thrown);
        return failed(next === undefined ? message : `${message} ${next}`);
      }
    },
  });
  return tool as unknown as Tool;
}

const failed = (problem: string) => ({
  ok: true as const,
  output: { ok: false, tools: [], problem },
  text: problem,
});
