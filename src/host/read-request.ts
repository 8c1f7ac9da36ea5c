/**
 * The body of a request, read up to a limit; null where it is longer. Not hono's `bodyLimit`, which throws at a chunked
 * body where the server does not replace the global `Request` (seen with 4.13.17).
 */
export async function readRequest(request: Request, most: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
