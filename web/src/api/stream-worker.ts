import { openStream } from './open-stream.ts';
import { type HubPort, StreamHub, type ToHub } from './stream-hub.ts';

/** Shared by all windows of this browser: they follow everything over its one connection. */
const hub = new StreamHub(openStream);

/** The part of a shared worker's global that is used; the page's types only know windows. */
interface WorkerScope {
  onconnect: ((event: MessageEvent) => void) | null;
}

(globalThis as unknown as WorkerScope).onconnect = ({ ports }) => {
  const [channel] = ports;
  if (!channel) return;
  const port: HubPort = { send: (message) => channel.postMessage(message) };
  channel.onmessage = ({ data }: MessageEvent<ToHub | { readonly type: 'held'; readonly lock: string }>) => {
    if (data.type !== 'held') return hub.hear(port, data);
    // The window holds this lock as long as it exists: getting it means that the window is gone.
    void navigator.locks.request(data.lock, () => hub.drop(port));
  };
};
