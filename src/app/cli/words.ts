import { costWords, type UsageSum } from '#contracts/usage.ts';

/** Numbers as people read them. */
export function duration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.round((ms % 60_000) / 1000)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

export const count = (n: number): string => Math.round(n).toLocaleString('en');

export function usd(amount: number): string {
  return amount > 0 && amount < 0.01 ? `$${amount.toFixed(4)}` : `$${amount.toFixed(2)}`;
}

/** What was spent: unknown where nobody knows a price, never $0.00. */
export const cost = (sum: Pick<UsageSum, 'usd' | 'unpriced'>): string => costWords(sum, usd);

/** The time of day, as in a log. */
export const clockTime = (at: number): string => new Date(at).toTimeString().slice(0, 8);

export { plural } from '#contracts/text.ts';
