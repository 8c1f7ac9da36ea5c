import { expect, it } from 'vitest';
import { metricsText } from './metrics-text.ts';

it('S3.11 reports waits by lane in the format that monitoring reads', () => {
  const text = metricsText({
    ...{ held: 2, total: 8, runs: {} },
    waiting: [{ lane: 'normal', count: 3, longestMs: 1_500 }],
    granted: [{ lane: 'critical', count: 4, meanMs: 250, maxMs: 900 }],
    providers: [{ provider: 'open"ai', atOnce: 3, held: 3, waiting: 1 }],
  });
  expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
    'assay_agents_at_work 2',
    'assay_agents_limit 8',
    'assay_agents_waiting{lane="normal"} 3',
    'assay_slot_waiting_longest_seconds{lane="normal"} 1.5',
    'assay_slots_granted_total{lane="critical"} 4',
    'assay_slot_wait_seconds_total{lane="critical"} 1',
    'assay_slot_wait_longest_seconds{lane="critical"} 0.9',
    'assay_model_calls{provider="open\\"ai",state="under way"} 3',
    'assay_model_calls{provider="open\\"ai",state="waiting"} 1',
    'assay_model_calls_limit{provider="open\\"ai"} 3',
  ]);
  // Every metric is described once, before its values.
  expect(text.match(/^# TYPE assay_agents_waiting gauge$/gm)).toHaveLength(1);
});
