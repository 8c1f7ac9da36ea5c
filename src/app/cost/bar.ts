const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A bar for a share of the maximum, in eighths of a character; a small value is never shown as nothing. Pure. */
export function bar(share: number, width: number): string {
  const eighths = share <= 0 ? 0 : Math.max(1, Math.round(Math.min(1, share) * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
