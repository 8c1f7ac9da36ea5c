import type { SlotsView } from '#contracts/scheduling.ts';

/** Pure: the machine's slots in Prometheus' text format. */
export function metricsText({ held, total, waiting, granted, providers }: SlotsView): string {
  const seconds = (ms: number): number => ms / 1_000;
  return [
    ...metric('assay_agents_at_work', 'gauge', 'Agents that hold a slot of this machine.', [[{}, held]]),
    ...metric('assay_agents_limit', 'gauge', 'Slots there are.', total === undefined ? [] : [[{}, total]]),
    ...metric(
      ...(['assay_agents_waiting', 'gauge', 'Agents that wait for a slot.'] as const),
      waiting.map(({ lane, count }) => [{ lane }, count]),
    ),
    ...metric(
      ...(['assay_slot_waiting_longest_seconds', 'gauge', 'How long the first of a lane has waited.'] as const),
      waiting.map(({ lane, longestMs }) => [{ lane }, seconds(longestMs)]),
    ),
    ...metric(
      ...(['assay_slots_granted_total', 'counter', 'Slots that were given.'] as const),
      granted.map(({ lane, count }) => [{ lane }, count]),
    ),
    ...metric(
      ...(['assay_slot_wait_seconds_total', 'counter', 'How long those waited that got one, together.'] as const),
      granted.map(({ lane, count, meanMs }) => [{ lane }, seconds(count * meanMs)]),
    ),
    ...metric(
      ...(['assay_slot_wait_longest_seconds', 'gauge', 'The longest of those waits.'] as const),
      granted.map(({ lane, maxMs }) => [{ lane }, seconds(maxMs)]),
    ),
    ...metric(
      ...(['assay_model_calls', 'gauge', 'Calls of a provider that bears fewer for now.'] as const),
      providers.flatMap(({ provider, held: calls, waiting: wait }) => [
        [{ provider, state: 'under way' }, calls] as const,
        [{ provider, state: 'waiting' }, wait] as const,
      ]),
    ),
    ...metric(
      ...(['assay_model_calls_limit', 'gauge', 'Calls at once that its answers allow.'] as const),
      providers.map(({ provider, atOnce }) => [{ provider }, atOnce]),
    ),
  ].join('\n');
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** A metric without a current value is left out. */
function metric(name: string, type: 'gauge' | 'counter', help: string, samples: readonly Sample[]): string[] {
  if (samples.length === 0) return [];
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(([labels, value]) => `${name}${labelText(labels)} ${value}`),
  ];
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
