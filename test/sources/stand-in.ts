import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'yaml';

type Node = Readonly<Record<string, unknown>>;

/**
 * A service that follows its own document to the letter: a request that the document does not describe is refused with what is
 * wrong with it, any other is answered with what the document says comes back. It reads documents by itself, not with the code
 * that is tried out with it.
 */
export async function standIn(file: string) {
  const text = readFileSync(file, 'utf8');
  const document: Node = text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { maxAliasCount: 100 });
  const seen: { method: string; url: string; body: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { method = 'GET', url = '/', headers } = request;
      const { status, value } = answerTo(document, method, url, headers, body);
      if (method !== 'HEAD') seen.push({ method, url, body, headers });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerTo(document: Node, method: string, address: string, headers: IncomingMessage['headers'], body: string) {
  const url = new URL(address, 'http://localhost');
  for (const [template, item] of Object.entries(document.paths as Record<string, Node>)) {
    const values = fits(template, url.pathname);
    const operation = item[method.toLowerCase()] as Node | undefined;
    if (values === null || operation === undefined) continue;
    const parameters = [...list(item.parameters), ...list(operation.parameters)].map((each) => at(each, document));
    const problem =
      parameters.map((each) => wrongParameter(each, values, url, headers, document)).find((each) => each !== null) ??
      unknownQuery(parameters, url) ??
      wrongBody(at(operation.requestBody, document), headers, body, document);
    if (problem) return { status: 422, value: { problem } };
    const responses = operation.responses as Node;
    const code = Object.keys(responses).find((each) => each.startsWith('2')) ?? '200';
    const content = at(responses[code], document).content as Record<string, Node> | undefined;
    const media = content?.['application/json'] ?? Object.values(content ?? {})[0];
    return { status: Number(code), value: { operation: operation.operationId, answer: exampleOf(media, document) } };
  }
  return { status: 404, value: { problem: `${method} ${url.pathname} is not in the document` } };
}

/** The values of its parameters; null where it is another path. */
function fits(template: string, path: string): Record<string, string> | null {
  const names: string[] = [];
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{([^}]+)\}/g, (_, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  const match = path.match(new RegExp(`^${pattern}$`));
  return match && Object.fromEntries(names.map((name, no) => [name, decodeURIComponent(match[no + 1] ?? '')]));
}

function wrongParameter(
  parameter: Node,
  values: Record<string, string>,
  url: URL,
  headers: IncomingMessage['headers'],
  document: Node,
): string | null {
  const {
    name,
    in: where,
    required,
    explode,
  } = parameter as {
    name: string;
    in: string;
    required?: boolean;
    explode?: boolean;
  };
  const schema = at(parameter.schema, document);
  const given =
    where === 'path'
      ? [values[name]]
      : where === 'query'
        ? url.searchParams.getAll(name)
        : where === 'header'
          ? [headers[name.toLowerCase()]].flat()
          : [];
  const texts = given.filter((each) => each !== undefined);
  if (texts.length === 0) return required === true && where !== 'cookie' ? `${where} ${name} is missing` : null;
  if (schema.type === 'array') {
    if (explode === false && texts.length > 1) return `${name} comes once, its values parted by commas`;
    const items = at(schema.items, document);
    const each = explode === false ? texts.flatMap((text) => text.split(',')) : texts;
    return each.map((text) => wrongText(name, text, items)).find((problem) => problem !== null) ?? null;
  }
  return texts.length > 1 ? `${name} comes more than once` : wrongText(name, texts[0] ?? '', schema);
}

function wrongText(name: string, text: string, { type, enum: allowed }: Node): string | null {
  if (type === 'integer' && !/^-?\d+$/.test(text)) return `${name} is no whole number: ${text}`;
  if (type === 'number' && !Number.isFinite(Number(text))) return `${name} is no number: ${text}`;
  if (type === 'boolean' && !/^(?:true|false)$/.test(text)) return `${name} is neither true nor false: ${text}`;
  return Array.isArray(allowed) && !allowed.map(String).includes(text)
    ? `${name} is none of ${allowed.join(', ')}`
    : null;
}

function unknownQuery(parameters: readonly Node[], url: URL): string | null {
  const known = new Set(parameters.filter((each) => each.in === 'query').map(({ name }) => String(name)));
  const other = [...url.searchParams.keys()].find((name) => !known.has(name) && !known.has(name.replace(/\[.*$/, '')));
  return other === undefined ? null : `there is no query parameter ${other}`;
}

function wrongBody(body: Node, headers: IncomingMessage['headers'], text: string, document: Node): string | null {
  const content = body.content as Record<string, Node> | undefined;
  if (content === undefined) return text === '' ? null : 'no body is taken';
  if (text === '') return body.required === true ? 'the body is missing' : null;
  const type = String(headers['content-type']).split(';')[0] ?? '';
  const media = content[type];
  if (media === undefined) return `${type} is not taken, but ${Object.keys(content).join(', ')}`;
  const sent: Record<string, unknown> =
    type === 'application/x-www-form-urlencoded' ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
  const schema = at(media.schema, document);
  const lacking = list(schema.required).find((name) => !(String(name) in sent));
  if (lacking !== undefined) return `the body has no ${lacking}`;
  const known = schema.properties as Node | undefined;
  const other = known && Object.keys(sent).find((name) => !(name.replace(/\[.*$/, '') in known));
  return other !== undefined && schema.additionalProperties !== true ? `the body takes no ${other}` : null;
}

/** What the document gives as an example, or else one made from its schema. */
function exampleOf(media: Node | undefined, document: Node): unknown {
  if (media === undefined) return null;
  if (media.example !== undefined) return media.example;
  const [first] = Object.values((media.examples ?? {}) as Record<string, unknown>);
  const named = first === undefined ? undefined : at(first, document).value;
  return named ?? made(media.schema, document, 0);
}

function made(value: unknown, document: Node, depth: number): unknown {
  const schema = at(value, document);
  if (schema.example !== undefined) return schema.example;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const parts = list(schema.allOf);
  if (parts.length > 0) return Object.assign({}, ...parts.map((part) => made(part, document, depth + 1)));
  const [one] = [...list(schema.oneOf), ...list(schema.anyOf)];
  if (one !== undefined) return made(one, document, depth + 1);
  if (depth > 4) return null;
  if (schema.type === 'array') return [made(schema.items, document, depth + 1)];
  if (schema.type === 'integer' || schema.type === 'number') return 7;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'string') return 'text';
  const properties = Object.entries((schema.properties ?? {}) as Node);
  return Object.fromEntries(properties.slice(0, 12).map(([name, each]) => [name, made(each, document, depth + 1)]));
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Itself, or what it refers to. */
function at(value: unknown, document: Node): Node {
  if (value === null || typeof value !== 'object') return {};
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref !== 'string') return value as Node;
  let found: unknown = document;
  for (const step of $ref.slice(2).split('/'))
    found = (found as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  return at(found, document);
}
