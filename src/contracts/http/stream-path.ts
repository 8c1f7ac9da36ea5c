/**
 * The path of the one connection for all streams; apart from its schemas, which the worker that holds it does not need.
 */
export const STREAM_PATH = '/api/stream';
