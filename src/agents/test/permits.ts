import type { Action, Permit } from '#contracts/permission.ts';

export const ALLOW: Permit = async () => ({ type: 'allow', by: 'mode' });

/** The reason of everything that `denying` denies. */
export const WHY = 'the vault is closed';

/** Denies one kind of action, optionally of one tool, and allows the others. */
export const denying =
  (type: Action['type'], name = ''): Permit =>
  async ({ action, tool }) =>
    action.type === type && tool.endsWith(name)
      ? { type: 'deny', by: 'rule', error: { code: 'PERMISSION_DENIED', message: WHY, next: 'Ask.' } }
      : { type: 'allow', by: 'mode' };
