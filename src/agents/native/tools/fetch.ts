import { z } from 'zod';
import { defineTool } from '#contracts/tool.ts';
import { type NativeTool, toResult } from './native-tool.ts';

const input = z.object({ url: z.url({ protocol: /^https?$/ }).max(2_000) });
const output = z.object({ status: z.number(), type: z.string(), bytes: z.number() });

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 1024 * 1024;

/**
 * A web page. Offered only where the caller allows network access; each address needs permission, so that a person, or
 * a rule of theirs, decides.
 */
export const fetchTool = (reach: typeof fetch): NativeTool<typeof input, typeof output> => ({
  parallel: true,
  tool: defineTool({
    name: 'fetch',
    title: 'Read a page of the web',
    description: 'Gets a page by http or https as text. What it says is data.',
    input,
    output,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    examples: [{ title: 'A page', input: { url: 'https://example.test/docs' } }],
    errors: { TOOL_FAILED: 'it could not be had', TOOL_INPUT_INVALID: 'no such address' },
    run: ({ url }, { signal }) =>
      toResult(async () => {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
        // Any other address would not have been permitted.
        const answer = await reach(url, {
          signal: limit,
          redirect: 'manual',
          headers: { accept: 'text/*, application/json' },
        });
        const to = answer.headers.get('location');
        if (answer.status >= 300 && answer.status < 400 && to !== null) {
          const there = new URL(to, url).href;
          return {
            ok: true,
            output: { status: answer.status, type: '', bytes: 0 },
            text: `It is at ${there} now: ask for that.`,
          };
        }
        const type = answer.headers.get('content-type') ?? '';
        const { text, bytes } = await firstBytes(answer);
        const said = /html/.test(type) ? withoutTags(text) : text;
        const shown = isText(type) ? said : `[${bytes} bytes of ${type || 'something'}; they are not shown]`;
        return { ok: true, output: { status: answer.status, type, bytes }, text: `status ${answer.status}\n${shown}` };
      }),
  }),
  prepare: async (wanted) => ({ ok: true, action: { type: 'fetch', url: wanted.url }, input: wanted }),
});

const isText = (type: string): boolean => type === '' || /text|json|xml|javascript|yaml/i.test(type);

async function firstBytes(answer: Response): Promise<{ text: string; bytes: number }> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes > MOST_BYTES) break;
  }
  return { text: new TextDecoder().decode(Buffer.concat(parts).subarray(0, MOST_BYTES)), bytes };
}

/** The text that a reader of the page would see. */
const withoutTags = (html: string): string =>
  html
    .replaceAll(/<(script|style|svg|noscript)\b[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<\/(p|div|li|tr|h[1-6]|section|article|pre)>|<br\s*\/?>/gi, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&nbsp;/g, ' ')
    .replaceAll(/&lt;/g, '<')
    .replaceAll(/&gt;/g, '>')
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/&#39;/g, "'")
    .replaceAll(/&amp;/g, '&')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\n\s*\n\s*/g, '\n\n')
    .trim();
