import type { LookedAt } from '#contracts/http/work-routes.ts';

export const ok = (name: LookedAt['name'], seen: string): LookedAt => ({ name, ok: true, seen });

export const bad = (name: LookedAt['name'], seen: string, next: string, output = ''): LookedAt => ({
  ...{ name, ok: false, seen, next },
  ...(output.trim() === '' ? {} : { output }),
});
