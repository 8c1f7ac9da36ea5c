import { AssayError } from '#contracts/errors.ts';

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** A point in time as people write it: `today`, `24h`, `7d`, `2w`, or a date. Pure. */
export function sinceOf(text: string, now: number): number {
  const [, amount, unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  if (amount !== undefined) return now - Number(amount) * (UNITS[unit] ?? 0);
  const day = new Date(now);
  if (text === 'today') return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const at = new Date(Number(year), Number(month) - 1, Number(date));
  if (year !== undefined && at.getMonth() === Number(month) - 1 && at.getDate() === Number(date)) return at.getTime();
  throw new AssayError('USAGE', `"${text}" is not a point in time`, {
    next: 'Say today, 24h, 7d, 2w, or a date such as 2026-11-01.',
  });
}
