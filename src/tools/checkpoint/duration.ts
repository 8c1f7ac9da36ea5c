const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90s`, `10m`, `1h 30m`, `500ms` in milliseconds; null for anything else, including a number without a unit. */
export function parseDuration(text: string): number | null {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)/g)];
  const left = text.replace(/(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)/g, '').trim();
  if (parts.length === 0 || left !== '') return null;
  const ms = parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit] ?? 0), 0);
  return ms > 0 && Number.isFinite(ms) ? Math.round(ms) : null;
}

export function showDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  if (ms < 3_600_000) return `${two(Math.floor(ms / 60_000), 'min', Math.floor((ms % 60_000) / 1_000), 's')}`;
  return `${two(Math.floor(ms / 3_600_000), 'h', Math.floor((ms % 3_600_000) / 60_000), 'min')}`;
}

const two = (large: number, unit: string, small: number, smaller: string): string =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smaller}`;
