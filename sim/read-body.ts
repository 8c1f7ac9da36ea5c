import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { readRequest } from '#host/read-request.ts';

/** A transcript with images is large; anything beyond this is a mistake. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

const DECODERS: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES }),
  deflate: (bytes) => inflateSync(bytes, { maxOutputLength: MAX_BODY_BYTES }),
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: MAX_BODY_BYTES }),
  zstd: (bytes) => zstdDecompressSync(bytes, { maxOutputLength: MAX_BODY_BYTES }),
};

export type ReadBody =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly status: 400 | 413; readonly message: string };

/** The JSON of a request, unpacked if the client packed it. */
export async function readRequestBody(request: Request): Promise<ReadBody> {
  const encoding = request.headers.get('content-encoding')?.toLowerCase() ?? 'identity';
  const decode = encoding === 'identity' ? (bytes: Uint8Array) => bytes : DECODERS[encoding];
  if (decode === undefined) return { ok: false, status: 400, message: `unsupported content-encoding: ${encoding}` };
  const packed = await readRequest(request, MAX_BODY_BYTES);
  if (packed === null) return { ok: false, status: 413, message: 'The request is too large.' };
  try {
    const bytes = decode(packed);
    return { ok: true, body: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch (thrown) {
    return {
      ok: false,
      status: 400,
      message: `could not read the body as JSON: ${thrown instanceof Error ? thrown.message : thrown}`,
    };
  }
}
