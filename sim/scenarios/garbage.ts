import { text } from '../answers.ts';
import { scenario } from '../compose.ts';
import { applyFault, type Fault } from '../faults.ts';
import { fillSchema } from '../fill-schema.ts';
import type { SimAnswer, SimRequest } from '../types.ts';
import { argumentsFor, chooseTool } from './choose-tool.ts';

/** In this order, over and over, within each conversation. */
export const GARBAGE: readonly Fault[] = [
  { kind: 'prose' },
  { kind: 'fenced' },
  { kind: 'invalidClaim' },
  { kind: 'wrongArguments' },
  { kind: 'brokenArguments' },
  { kind: 'unknownTool' },
  { kind: 'malformedJson' },
  { kind: 'malformedSse' },
];

export const garbage = scenario(
  'garbage',
  'Never a usable answer: prose, fenced JSON, objects and arguments that do not fit, unknown tools, broken bodies.',
  (request, context) => {
    const fault = GARBAGE[(context.conversationCall - 1) % GARBAGE.length];
    const honest = honestAnswer(request, fault);
    return fault === undefined ? honest : applyFault(fault, honest, request);
  },
);

/** What the fault then spoils. */
function honestAnswer(request: SimRequest, fault: Fault | undefined): SimAnswer {
  const tool = chooseTool(request);
  if (tool !== null && (fault?.kind === 'wrongArguments' || fault?.kind === 'brokenArguments'))
    return { parts: [{ type: 'toolCall', name: tool.name, input: argumentsFor(tool, request) }] };
  if (request.schema !== null) return { parts: [{ type: 'json', value: fillSchema(request.schema.schema) }] };
  return text('Nothing of this makes any sense, and it goes on for a while so that a stream has several pieces.');
}
