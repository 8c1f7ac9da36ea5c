import type { WireSchema } from './types.ts';

/** The number nearest to zero that the bounds allow; siblings of an array count on from there. */
export function fillNumber(schema: WireSchema, index: number, whole: boolean): number {
  const step = numberOr(schema.multipleOf, 1);
  const low = Math.max(numberOr(schema.minimum, -Infinity), above(schema.exclusiveMinimum, whole));
  const high = Math.min(numberOr(schema.maximum, Infinity), below(schema.exclusiveMaximum, whole));
  const base = low > 0 ? low : high < 0 ? high : 0;
  const rounded = base > 0 ? Math.ceil(base / step) * step : Math.floor(base / step) * step;
  // Counting on would leave the range sooner or later: then it starts over.
  const room = base < 0 ? Math.floor((rounded - low) / step) : Math.floor((high - rounded) / step);
  const steps = Number.isFinite(room) ? index % (Math.max(0, room) + 1) : index;
  const value = base < 0 ? rounded - steps * step : rounded + steps * step;
  if (value >= low && value <= high) return value;
  // Narrower than a step: only a fraction fits.
  return Number.isFinite(low) && Number.isFinite(high) ? (low + high) / 2 : base;
}

/** A string named after its place, or a sample of the required format or pattern. */
export function fillString(schema: WireSchema, name: string, index: number): string {
  const suffix = index === 0 ? '' : ` ${index + 1}`;
  const format = typeof schema.format === 'string' ? FORMATS[schema.format] : undefined;
  const least = numberOr(schema.minLength, 0);
  const most = numberOr(schema.maxLength, Infinity);
  const plain = `simulated ${name}${suffix}`;
  if (format !== undefined && matches(schema.pattern, format)) return format;
  if (typeof schema.pattern === 'string') {
    const fits = (sample: string) => sample.length >= least && sample.length <= most && matches(schema.pattern, sample);
    const sample = [plain, ...SAMPLES].find(fits);
    if (sample !== undefined) return sample;
  }
  if (format !== undefined) return format;
  return plain.slice(0, Math.min(most, plain.length)).padEnd(least, '.');
}

const FORMATS: Record<string, string> = {
  'date-time': '2030-01-01T00:00:00Z',
  date: '2030-01-01',
  time: '00:00:00Z',
  duration: 'P1D',
  email: 'sim@example.com',
  hostname: 'sim.example.com',
  ipv4: '127.0.0.1',
  ipv6: '::1',
  uri: 'https://example.com/sim',
  url: 'https://example.com/sim',
  uuid: '00000000-0000-4000-8000-000000000001',
};

/** Tried in turn against a pattern: names, versions, hashes, numbers, paths. */
const SAMPLES = [
  'sim',
  'Sim',
  'SIM',
  'a',
  'A',
  '1',
  '12',
  '123',
  '1234',
  'sim-1',
  'sim_1',
  'SIM-1',
  'simulated value',
  'sim/value',
  'src/sim.ts',
  '1.0.0',
  'v1.0.0',
  '#1',
  '2030-01-01',
  '00:00:00',
  'https://example.com/sim',
  ...[7, 8, 12, 16, 24, 32, 40, 64].map((length) => '0123456789abcdef'.repeat(4).slice(0, length)),
  ...Object.values(FORMATS),
];

function matches(pattern: unknown, sample: string): boolean {
  if (typeof pattern !== 'string') return true;
  try {
    return new RegExp(pattern, 'u').test(sample);
  } catch {
    return false;
  }
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const above = (bound: unknown, whole: boolean): number =>
  typeof bound === 'number'
    ? whole
      ? Math.floor(bound) + 1
      : bound + Math.max(1e-6, Math.abs(bound) * 1e-9)
    : -Infinity;

const below = (bound: unknown, whole: boolean): number =>
  typeof bound === 'number'
    ? whole
      ? Math.ceil(bound) - 1
      : bound - Math.max(1e-6, Math.abs(bound) * 1e-9)
    : Infinity;
