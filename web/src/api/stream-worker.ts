import { openStream } from './open-stream.ts';
import { type HubPort, StreamHub, type ToHub } from './stream-hub.ts';

/** Shared by all windows of this browser: they follow everything over its one connection. */
const hub = new StreamHub(openStream);

/** As much as is used of a shared worker's own global; the page's types know only windows. */
interface WorkerScope {
  onconnect: ((event: MessageEvent) => void) | null;
}

(globalThis as unknown as WorkerScope).onconnect = ({ ports }) => {
  const [channel] = ports;
  if (!channel) return;
  const port: HubPort = { send: (message) => channel.postMessage(message) };
  channel.onmessage = ({ data }: MessageEvent<ToHub | { readonly type: 'held'; readonly lock: string }>) => {
    if (data.type !== 'held') return hub.hear(port, data);
    // The window holds this lock for as long as it lives: who gets it knows that it is gone, however it went.
    void navigator.locks.request(data.lock, () => hub.drop(port));
  };
};
