import { z } from 'zod';
import type { Home, Started } from './assay.ts';

const Listening = z.object({ link: z.string(), port: z.number() });

/** `assay serve` in a home of its own: its process, and where it listens. */
export async function serveHome(
  home: Home,
  ...args: string[]
): Promise<{ process: Started } & z.infer<typeof Listening>> {
  const process = home.start('serve', '--json', ...args);
  await process.says('"port"');
  while (!process.said().endsWith('\n')) await new Promise((resolve) => setTimeout(resolve, 20));
  return { process, ...Listening.parse(JSON.parse(process.said())) };
}
