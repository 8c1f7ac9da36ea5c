import type { Action, Permit } from '#contracts/permission.ts';

export const ALLOW: Permit = async () => ({ type: 'allow', by: 'mode' });

/** Why everything that `denying` denies is denied. */
export const WHY = 'the vault is closed';

/** Denies one kind of action, of one tool where it is named, and allows the others. */
export const denying =
  (type: Action['type'], name = ''): Permit =>
  async ({ action, tool }) =>
    action.type === type && tool.endsWith(name)
      ? { type: 'deny', by: 'rule', error: { code: 'PERMISSION_DENIED', message: WHY, next: 'Ask.' } }
      : { type: 'allow', by: 'mode' };
