import { openStream } from './open-stream.ts';
import { type FromHub, type HubPort, StreamHub, type ToHub } from './stream-hub.ts';

export interface HubConnection {
  send(message: ToHub): void;
}

/** The hub that all windows share; one of this window's own where the browser has no shared workers. */
export function connectToHub(heard: (message: FromHub) => void): HubConnection {
  if (typeof SharedWorker === 'undefined') return ownHub(heard);
  const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), { type: 'module', name: 'assay' });
  worker.port.onmessage = ({ data }: MessageEvent<FromHub>) => heard(data);
  const lock = `assay.window.${crypto.randomUUID()}`;
  void navigator.locks.request(lock, () => {
    worker.port.postMessage({ type: 'held', lock });
    return new Promise<never>(() => {});
  });
  return { send: (message) => worker.port.postMessage(message) };
}

function ownHub(heard: (message: FromHub) => void): HubConnection {
  const hub = new StreamHub(openStream);
  const port: HubPort = { send: heard };
  return { send: (message) => hub.hear(port, message) };
}
