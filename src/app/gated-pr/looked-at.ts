import type { Precondition } from '#contracts/http/work-routes.ts';

export const ok = (name: Precondition['name'], seen: string): Precondition => ({ name, ok: true, seen });

export const bad = (name: Precondition['name'], seen: string, next: string, output = ''): Precondition => ({
  ...{ name, ok: false, seen, next },
  ...(output.trim() === '' ? {} : { output }),
});
