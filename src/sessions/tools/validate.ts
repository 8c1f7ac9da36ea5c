import { z } from 'zod';
import { readAgent } from '#agents/definitions/agent-definition.ts';
import { problemText } from '#agents/definitions/problem.ts';
import { readSkill } from '#agents/definitions/skill-definition.ts';
import { CONFIG_PATH } from '#contracts/config.ts';
import { toErrorInfo } from '#contracts/errors.ts';
import { defineTool, type Tool } from '#contracts/tool.ts';
import { readConfigText } from '#project/config/read-config.ts';
import { diagramProblems } from './check-diagram.ts';

type Kind = 'agent' | 'skill' | 'config' | 'diagram';

const CHECKS: Readonly<Record<Kind, (text: string) => string[]>> = {
  agent: (text) => readAgent(text, `${folderFor(text)}/AGENT.md`).problems.map(problemText),
  skill: (text) => readSkill(text, `${folderFor(text)}/SKILL.md`).problems.map(problemText),
  config: (text) => {
    try {
      readConfigText(text, CONFIG_PATH);
      return [];
    } catch (thrown) {
      return [toErrorInfo(thrown).message];
    }
  },
  diagram: diagramProblems,
};

/** Its final place is not known: a folder of its own name. */
const folderFor = (text: string): string => text.match(/^name:\s*["']?([\w-]+)/m)?.[1] ?? 'this';

/** Reads a text as Assay would read the file, and reports problems before it is used. */
export function validateTool(): Tool {
  const tool = defineTool({
    name: 'validate_file',
    title: 'Validate a file',
    description:
      'Checks the text of an AGENT.md (agent), a SKILL.md (skill), a .assay/config.json (config) or a Mermaid diagram (diagram) as Assay reads it, before you write it.',
    input: z.object({ kind: z.enum(['agent', 'skill', 'config', 'diagram']), text: z.string().max(200_000) }),
    output: z.object({ valid: z.boolean(), problems: z.array(z.string()) }),
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [{ title: 'A diagram', input: { kind: 'diagram', text: 'flowchart LR\n  a --> b' } }],
    errors: {},
    run: async ({ kind, text }) => {
      const problems = CHECKS[kind](text);
      const said = problems.length === 0 ? 'nothing is wrong with it' : problems.join('\n');
      return { ok: true, output: { valid: problems.length === 0, problems }, text: said };
    },
  });
  return tool as unknown as Tool;
}
