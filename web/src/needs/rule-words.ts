import type { PermissionRule } from '#contracts/permission.ts';

/** A rule as a person would write it: `allow command git commit *`. */
export function ruleWords({ effect, tool, path, command, host }: PermissionRule): string {
  const parts = [
    tool && `tool ${tool}`,
    path && `path ${path}`,
    command && `command ${command}`,
    host && `host ${host}`,
  ];
  return [effect, ...parts.filter(Boolean)].join(' ');
}
