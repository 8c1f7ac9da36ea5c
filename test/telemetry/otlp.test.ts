import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { BIN, COMPILED } from '../cli/assay.ts';

const run = promisify(execFile);

/** The messages of OTLP as the OpenTelemetry project generates them from its own .proto files. */
function officialDecoder(): Official {
  const require = createRequire(import.meta.url);
  const at = (value: unknown, key: string): unknown => Reflect.get(Object(value), key);
  const path = ['opentelemetry', 'proto', 'collector', 'trace', 'v1', 'ExportTraceServiceRequest'];
  // Generated code without types; what is used of it is named below.
  return path.reduce(at, require('@opentelemetry/otlp-transformer/build/src/generated/root')) as Official;
}
const OFFICIAL = officialDecoder();
interface Official {
  fromObject(value: object): object;
  verify(value: object): string | null;
  encode(value: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(value: object, options: object): unknown;
}

const Value = z.strictObject({
  stringValue: z.string().optional(),
  intValue: z.string().optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
});
const Attribute = z.strictObject({ key: z.string(), value: Value });
const Span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(Attribute),
  events: z.array(z.strictObject({ timeUnixNano: z.string(), name: z.string(), attributes: z.array(Attribute) })),
  status: z.strictObject({ code: z.number(), message: z.string().optional() }),
});
const Request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.strictObject({ scope: z.looseObject({ name: z.string() }), spans: z.array(Span) })),
    }),
  ),
});
type Request = z.infer<typeof Request>;

/** Bytes of ids are hex in OTLP's JSON and base64 in everybody else's. */
const inBase64 = (request: Request): object =>
  JSON.parse(JSON.stringify(request), (key, value: unknown) =>
    /^(trace|span|parentSpan)Id$/.test(key) && typeof value === 'string'
      ? Buffer.from(value, 'hex').toString('base64')
      : value,
  );

/** What the official messages make of it, there and back over the wire. Every field must be one of theirs. */
function throughOfficial(request: Request): unknown {
  const message = OFFICIAL.fromObject(inBase64(request));
  expect(OFFICIAL.verify(message)).toBeNull();
  const back = OFFICIAL.decode(OFFICIAL.encode(message).finish());
  return OFFICIAL.toObject(back, { longs: String, bytes: String, arrays: true, enums: Number });
}

const spansIn = (request: Request) =>
  request.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
const attributeOf = ({ attributes }: z.infer<typeof Span>, key: string) => {
  const value = attributes.find((each) => each.key === key)?.value;
  return value?.stringValue ?? value?.intValue ?? value?.doubleValue ?? value?.boolValue;
};

async function collector() {
  const taken: { request: Request; headers: Record<string, unknown>; url: string }[] = [];
  const server = createServer(async (request, answer) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    taken.push({
      request: Request.parse(JSON.parse(Buffer.concat(parts).toString())),
      headers: request.headers,
      url: request.url ?? '',
    });
    answer.setHeader('content-type', 'application/json').end('{"partialSuccess":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // The address of a server that listens on TCP.
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('X6 a run as an OpenTelemetry trace', { timeout: 180_000 }, () => {
  it('X6.1 X6.3 goes to a collector while it runs by OTEL_* alone, and is the same trace when it is exported afterwards', async () => {
    const home = tempFolder();
    const { taken, url } = await collector();
    const env = { ...COMPILED, PATH: process.env.PATH ?? '', HOME: home, ASSAY_HOME: join(home, 'a') };
    const otel = {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=gold%20diggers',
      OTEL_SERVICE_NAME: 'my-assay',
    };
    await run(BIN, ['demo', 'first-run', '--fast'], { env: { ...env, ...otel }, cwd: home });
    expect(taken.length).toBeGreaterThan(0);
    expect(taken[0]).toMatchObject({ url: '/v1/traces', headers: { 'x-team': 'gold diggers' } });
    const live = taken.flatMap(({ request }) => spansIn(request));
    expect(new Set(live.map(({ spanId }) => spanId)).size).toBe(live.length);
    for (const { request } of taken) expect(throughOfficial(request)).toMatchObject(inBase64(request));
    expect(JSON.stringify(taken[0]?.request)).toContain('"stringValue":"my-assay"');

    const file = join(home, 'trace.json');
    await run(BIN, ['runs', 'export', 'last', '--otlp', file], { env, cwd: home });
    const exported = Request.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(throughOfficial(exported)).toMatchObject(inBase64(exported));
    const after = spansIn(exported);
    expect(live.map(({ spanId }) => spanId).sort()).toEqual(after.map(({ spanId }) => spanId).sort());
    expect(new Set(after.map(({ traceId }) => traceId)).size).toBe(1);

    const root = after.find(({ parentSpanId }) => parentSpanId === undefined);
    expect(root && attributeOf(root, 'gen_ai.operation.name')).toBe('invoke_workflow');
    const agents = after.filter((span) => attributeOf(span, 'gen_ai.operation.name') === 'invoke_agent');
    expect(agents.length).toBeGreaterThan(0);
    for (const span of agents) {
      expect(span.name).toMatch(/^invoke_agent /);
      expect(Number(attributeOf(span, 'gen_ai.usage.input_tokens'))).toBeGreaterThanOrEqual(0);
      expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
    }
    const tools = after.filter((span) => attributeOf(span, 'gen_ai.operation.name') === 'execute_tool');
    expect(tools.every(({ parentSpanId }) => after.some(({ spanId }) => spanId === parentSpanId))).toBe(true);

    // To a collector afterwards, the same.
    taken.length = 0;
    await run(BIN, ['runs', 'export', 'last', '--otlp'], { env: { ...env, ...otel }, cwd: home });
    expect(taken.flatMap(({ request }) => spansIn(request)).length).toBe(after.length);
  });

  it('X6.3 is decoded by OTLP’s own messages, which notice a mistake', () => {
    // The test above has put everything that was sent through them.
    const wrong = { resourceSpans: [{ scopeSpans: [{ spans: [{ name: 7 }] }] }] };
    expect(OFFICIAL.verify(wrong)).toMatch(/string expected/);
  });

  it('X6.2 sends nothing without OTEL_*, and a collector that is away ends no run', async () => {
    const home = tempFolder();
    const env = { ...COMPILED, PATH: process.env.PATH ?? '', HOME: home, ASSAY_HOME: join(home, 'a') };
    const away = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const { stderr } = await run(BIN, ['demo', 'first-run', '--fast'], { env: { ...env, ...away }, cwd: home });
    expect(stderr).toContain('telemetry: the collector at http://127.0.0.1:9/v1/traces cannot be reached');
    await expect(run(BIN, ['runs', 'export', 'last', '--otlp'], { env, cwd: home })).rejects.toMatchObject({
      code: 2,
    });
  });
});
