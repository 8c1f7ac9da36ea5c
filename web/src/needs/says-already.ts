import { oneLine } from '#contracts/text.ts';

/** Whether a report begins with the line that would stand above it: then it is not said twice. */
export const saysAlready = (report: string | null, headline: string): boolean =>
  report !== null && oneLine(report).startsWith(oneLine(headline));
