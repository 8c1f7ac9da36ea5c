/** Of the one connection for everything; apart from its schemas, which the worker that holds it has no need of. */
export const STREAM_PATH = '/api/stream';
