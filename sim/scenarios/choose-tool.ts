import type { Json } from '#contracts/json.ts';
import { escapePattern } from '#contracts/text.ts';
import { fillSchema } from '../fill-schema.ts';
import type { SimRequest, SimTool } from '../types.ts';
import { parseArguments } from '../wire/messages.ts';

/** The tool that the user's text names, else the first one with arguments. */
export function chooseTool(request: SimRequest): SimTool | null {
  const callable = request.tools.filter((tool) => tool.kind !== 'builtin');
  const words = firstUserText(request);
  return callable.find((tool) => new RegExp(`\\b${escapePattern(tool.name)}\\b`).test(words)) ?? callable[0] ?? null;
}

/** The JSON object in the user's text, else one that fits the tool's schema. */
export function argumentsFor(tool: SimTool, request: SimRequest): Json {
  const found = /\{.*\}/s.exec(firstUserText(request));
  const given = found === null ? null : parseArguments(found[0]);
  if (given !== null && typeof given === 'object') return given;
  return tool.schema === null ? '' : fillSchema(tool.schema);
}

const firstUserText = (request: SimRequest): string =>
  request.messages.some((message) => message.toolResults.length > 0)
    ? (request.messages[0]?.text ?? '')
    : request.lastUserText;
