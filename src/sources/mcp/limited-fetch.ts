/** The same limit as the SDK's for stdio. */
const MOST_BYTES = 10 * 1024 * 1024;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Cuts off a server's answer that is too large to be held in memory. Messages that a server sends unasked are not
 * answers.
 */
export const limitedFetch =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null || (init?.method ?? 'GET') === 'GET') return response;
    let size = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          size += chunk.byteLength;
          if (size > MOST_BYTES) controller.error(new Error(`The answer is larger than ${MOST_BYTES} bytes.`));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
