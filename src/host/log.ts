import type { Clock } from '#contracts/clock.ts';
import { isJsonObject, type Json } from '#contracts/json.ts';
import { type LogRecord, prettyLine } from './pretty-line.ts';
import type { Redactor } from './redact.ts';
import { loggableJson } from './to-json.ts';

export const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof LEVELS)[number];

export type Fields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
  /** A log that adds these fields to each line. */
  child(fields: Fields): Log;
}

/** Receives one line, with its line end. */
export type LogSink = (line: string) => void;

export interface LogOptions {
  readonly sink: LogSink;
  readonly redactor: Redactor;
  readonly clock: Clock;
  /** The lowest level that is written; the default is `info`. */
  readonly level?: Level | 'silent';
  readonly format?: 'json' | 'pretty';
}

/** A structured log. Every line is redacted; a failing sink never disturbs the work. */
export function createLog(options: LogOptions, bound: Fields = {}): Log {
  const { sink, redactor, clock, level = 'info', format = 'json' } = options;
  const lowest = level === 'silent' ? LEVELS.length : LEVELS.indexOf(level);
  const render = format === 'pretty' ? prettyLine : jsonLine;

  const write = (at: Level, message: string, fields: Fields = {}): void => {
    if (LEVELS.indexOf(at) < lowest) return;
    try {
      const safe = redactor.json(loggableJson({ ...bound, ...fields }));
      const record = { time: new Date(clock.now()).toISOString(), level: at, message: redactor.text(message) };
      sink(`${render({ ...record, fields: isJsonObject(safe) ? safe : {} })}\n`);
    } catch {
      // A full disk or a closed pipe: a log cannot report that about itself.
    }
  };

  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
    child: (fields) => createLog(options, { ...bound, ...fields }),
  };
}

/** For callers that need a log and want no output. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};

/** The fields come last and cannot replace the time, the level or the message. */
const jsonLine = ({ time, level, message, fields }: LogRecord): string =>
  JSON.stringify({ time, level, message, ...without(fields, ['time', 'level', 'message']) });

const without = (fields: LogRecord['fields'], names: readonly string[]): Record<string, Json> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [names.includes(name) ? `${name}_` : name, value]));
