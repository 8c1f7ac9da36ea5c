/** Ends a server cleanly when the process is asked to stop. Returns a function that stops listening. */
export function closeOnSignals(server: { close(): Promise<void> }, from: NodeJS.EventEmitter): () => void {
  const close = () => void server.close();
  for (const signal of SIGNALS) from.once(signal, close);
  return () => {
    for (const signal of SIGNALS) from.off(signal, close);
  };
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
