import type { Permit } from '#contracts/permission.ts';

/** A permit that refuses tools which an agent's definition does not name; others are asked about as before. */
export const onlyNamedTools =
  (permit: Permit, mayUse: (tool: string) => boolean): Permit =>
  async (request, signal) => {
    if (mayUse(request.tool)) return permit(request, signal);
    const message = `${request.tool} was denied: this agent's definition does not name it.`;
    const next = 'Work with the tools it names, or say what you lack.';
    return { type: 'deny', by: 'rule', error: { code: 'PERMISSION_DENIED', message, next } };
  };
