import type { Tool } from '#contracts/tool.ts';
import { exampleLine, positionalOf } from './tool-command.ts';
import { type ToolField, toolFields } from './tool-fields.ts';

/** The page about all tools, from their definitions. */
export function toolsPage(tools: readonly Tool[]): string {
  return [
    '# The toolbelt',
    '',
    'Small tools that cannot be misused: on the command line (`assay tool NAME`, `--json` for machines), for MCP clients',
    '(`assay mcp`), and for our own code. This page is made from their definitions by `npm run docs`.',
    '',
    ...tools.flatMap(toolSection),
  ].join('\n');
}

function toolSection(tool: Tool): string[] {
  const fields = toolFields(tool);
  const positional = positionalOf(tool, fields);
  const examples = tool.examples.map(({ title, input }) => `# ${title}\n${exampleLine(tool, positional, input)}`);
  const errors = Object.entries(tool.errors).map(([code, meaning]) => `| \`${code}\` | ${cell(meaning)} |`);
  return [
    `## ${tool.name}`,
    '',
    tool.description,
    '',
    ...(examples.length > 0 ? ['```sh', examples.join('\n'), '```', ''] : []),
    '| input | |',
    '|---|---|',
    ...fields.map((field) => `| \`${written(field, positional)}\` | ${cell(meaningOf(field))} |`),
    '',
    ...(errors.length > 0 ? ['| error | |', '|---|---|', ...errors, ''] : []),
  ];
}

function written({ name, flag, takes }: ToolField, positional: readonly ToolField[]): string {
  if (positional.some((field) => field.name === name)) return `${flag.toUpperCase()}${takes === 'list' ? '…' : ''}`;
  return takes === 'switch' ? `--${flag}` : `--${flag} ${takes}`;
}

function meaningOf({ description, choices, fallback }: ToolField): string {
  const extra = [
    ...(choices ? [`one of ${choices.join(', ')}`] : []),
    ...(fallback === undefined || fallback === false ? [] : [`default ${JSON.stringify(fallback)}`]),
  ];
  return extra.length === 0 ? description : `${description} (${extra.join('; ')})`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
