import type { Json } from '#contracts/json.ts';
import { parts, text } from '../answers.ts';
import { scenario } from '../compose.ts';
import { fillSchema } from '../fill-schema.ts';
import type { Scenario, SimRequest } from '../types.ts';
import { argumentsFor, chooseTool } from './choose-tool.ts';

export interface ToolLoopOptions {
  readonly tool?: string;
  readonly input?: Json;
}

/** Calls one tool once, then answers with what it returned. */
export const toolLoopWith = (options: ToolLoopOptions = {}): Scenario =>
  scenario(
    'tool-loop',
    'Calls the tool the prompt names (else the first), with the JSON in the prompt if any, then reports its result.',
    (request) => {
      const result = request.messages.at(-1)?.toolResults.at(-1);
      if (result !== undefined) return conclude(`The tool said: ${result.text}`, request);
      const tool = request.tools.find(({ name }) => name === options.tool) ?? chooseTool(request);
      if (tool === null) return conclude('There is no tool to call.', request);
      const input = options.input ?? argumentsFor(tool, request);
      return parts(...(request.thinking ? [{ type: 'thinking' as const, text: `I will call ${tool.name}.` }] : []), {
        type: 'toolCall',
        name: tool.name,
        input,
      });
    },
  );

export const toolLoop = toolLoopWith();

const conclude = (words: string, request: SimRequest) =>
  request.schema === null ? text(words) : parts({ type: 'json', value: fillSchema(request.schema.schema) });
