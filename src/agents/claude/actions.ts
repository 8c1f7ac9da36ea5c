import type { Json } from '#contracts/json.ts';
import type { Action } from '#contracts/permission.ts';
import type { Tool } from '#contracts/tool.ts';
import { SERVER } from '../mcp-tools/tool-server.ts';
import { fromTop } from '../program/from-top.ts';

const PREFIX = `mcp__${SERVER}__`;

/** A tool's name in the log: ours without the client's prefix. */
export const toolName = (name: string): string => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name);

/** What a call of one of Claude Code's tools would do. An unknown tool may do anything. */
export function claudeActionOf(name: string, input: Json, folder: string, tools: readonly Tool[]): Action {
  const field = (key: string): string | undefined => {
    const value = input !== null && typeof input === 'object' ? Reflect.get(input, key) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  const path = (key: string): string[] => [fromTop(folder, field(key) ?? '.')];
  switch (name) {
    case 'Bash':
      return { type: 'command', line: field('command') ?? '', cwd: folder };
    case 'Read':
      return { type: 'read', paths: path('file_path') };
    case 'NotebookRead':
      return { type: 'read', paths: path('notebook_path') };
    case 'Glob':
    case 'Grep':
    case 'LS':
      return { type: 'read', paths: path('path') };
    case 'Edit':
    case 'Write':
    case 'MultiEdit':
      return { type: 'write', paths: path('file_path') };
    case 'NotebookEdit':
      return { type: 'write', paths: path('notebook_path') };
    case 'WebFetch':
      return { type: 'fetch', url: field('url') ?? '' };
    default: {
      const own = name.startsWith(PREFIX) ? tools.find((tool) => tool.name === toolName(name)) : undefined;
      return { type: 'tool', input, readOnly: own?.annotations.readOnly ?? HARMLESS.has(name) };
    }
  }
}

/** Tools of the program that affect only its own conversation. */
const HARMLESS = new Set(['TodoWrite', 'TaskCreate', 'TaskUpdate', 'TaskList', 'TaskGet', 'BashOutput', 'TaskOutput']);
