import { toolCall } from '../answers.ts';
import { scenario } from '../compose.ts';
import { argumentsFor, chooseTool } from './choose-tool.ts';

export const stubborn = scenario(
  'stubborn',
  'Calls a tool at every turn and never stops: for step limits and budgets.',
  (request) => {
    const tool = chooseTool(request);
    return tool === null ? toolCall('keep_going') : toolCall(tool.name, argumentsFor(tool, request));
  },
);
