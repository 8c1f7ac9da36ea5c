import type { PermissionRequest, PermissionRule } from '#contracts/permission.ts';
import { wordMatches } from '#policy/pattern.ts';
import { type ProjectPath, pathMatches } from './path-pattern.ts';

export interface MatchOptions {
  readonly home?: string;
}

/** The rule does not name another tool. */
export const forTool = (rule: PermissionRule, { tool }: PermissionRequest): boolean =>
  rule.tool === undefined || wordMatches(rule.tool, tool);

/** It names at most the tool, so it applies to whatever the tool does. */
export const isGeneral = ({ path, command, host }: PermissionRule): boolean =>
  path === undefined && command === undefined && host === undefined;

/** For one path. Denials and questions ignore case, since some disks do too. */
export function ruleSpeaksOfPath(
  rule: PermissionRule,
  request: PermissionRequest,
  place: ProjectPath,
  options: MatchOptions,
): boolean {
  if (!forTool(rule, request) || rule.command !== undefined || rule.host !== undefined) return false;
  if (rule.path === undefined) return rule.effect !== 'allow' || place.inside !== null;
  return pathMatches(rule.path, place, { ...options, anyCase: rule.effect !== 'allow' });
}

export function ruleSpeaksOfHost(rule: PermissionRule, request: PermissionRequest, host: string): boolean {
  if (!forTool(rule, request) || rule.command !== undefined || rule.path !== undefined) return false;
  return rule.host === undefined || hostMatches(rule.host.toLowerCase(), host);
}

/** `example.com` is only that host; `*.example.com` everything below it. */
const hostMatches = (pattern: string, host: string): boolean =>
  pattern === '*' ||
  pattern === host ||
  (pattern.startsWith('*.') && host.endsWith(pattern.slice(1)) && host.length >= pattern.length);
