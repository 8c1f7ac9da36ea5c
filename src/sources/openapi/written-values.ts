import type { Json } from '#contracts/json.ts';
import type { OpenApiParameter } from './read-openapi.ts';

type Pair = readonly [name: string, text: string];

/** A parameter as its document wants it in the URL: `a=1&a=2` (the default), `a=1,2`, `a[b]=1`. */
export function queryPairs({ name, style = 'form', explode }: OpenApiParameter, value: Json): Pair[] {
  if (value === null || typeof value !== 'object') return [[name, String(value)]];
  if (style === 'deepObject') return nested(name, value);
  // By default a form repeats its name and the other styles do not.
  const isRepeated = explode ?? style === 'form';
  if (Array.isArray(value)) {
    const texts = value.map(inOneField);
    return isRepeated ? texts.map((text) => [name, text]) : [[name, texts.join(SEPARATORS[style] ?? ',')]];
  }
  const entries = Object.entries(value).map(([key, each]) => [key, inOneField(each)] as const);
  return isRepeated ? entries : [[name, entries.flat().join(',')]];
}

const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** In a path or a header: lists separated by commas. */
export const inOneField = (value: Json | undefined): string =>
  Array.isArray(value)
    ? value.map(inOneField).join(',')
    : value !== null && typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** Form fields: a list repeats its name, an object has its keys in brackets. */
export function formOf(value: Json | undefined): string {
  const form = new URLSearchParams();
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    for (const [name, each] of Object.entries(value))
      for (const [key, text] of Array.isArray(each) && each.every((one) => typeof one !== 'object')
        ? each.map((one) => [name, String(one)] as const)
        : nested(name, each))
        form.append(key, text);
  return form.toString();
}

function nested(name: string, value: Json): Pair[] {
  if (value === null || typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, each]) => nested(`${name}[${key}]`, each));
}
