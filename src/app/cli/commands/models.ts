import { endWarning } from '#agents/models/registry/end-of-life.ts';
import { DEFAULT_TIERS } from '#agents/models/registry/known-models.ts';
import type { ListedModels } from '#agents/models/registry/listed-models.ts';
import type { ModelFacts } from '#agents/models/registry/model-facts.ts';
import { knownModels, type Refreshed, readListed, refreshModels } from '#attempts/backends/known-models.ts';
import { EXIT } from '#contracts/errors.ts';
import { openHome } from '#host/home.ts';
import { readPersonConfig } from '#host/person-config.ts';
import type { Cli, JsonOption } from '../context.ts';
import { type Column, table } from '../table.ts';
import { count } from '../words.ts';

export interface ModelsOptions extends JsonOption {
  readonly refresh?: boolean;
  readonly all?: boolean;
}

/** The known models, their prices and context windows, and when they end. */
export async function models(
  { screen, env }: Cli,
  { refresh = false, all = false, json }: ModelsOptions,
): Promise<number> {
  const home = await openHome(env);
  const now = Date.now();
  const { endpoints = {} } = await readPersonConfig(home);
  const refreshed = refresh ? await refreshModels(home, env, endpoints, now) : [];
  const known = await knownModels(home);
  const listed = await readListed(home);
  const rows = known
    .filter(({ model }, at) => known.findIndex((other) => other.model === model) === at)
    .filter((facts) => all || (!facts.model.endsWith('*') && !isOver(facts, now)));
  const warnings = usualModels().flatMap(
    (ref) =>
      endWarning(
        ref,
        known.find(({ model }) => model === ref),
        now,
      ) ?? [],
  );
  if (json) {
    screen.json({ models: rows, tiers: DEFAULT_TIERS, listed: listed?.providers ?? {}, refreshed, warnings });
  } else {
    for (const line of table(columns(listed), rows, screen.width, screen.paint)) screen.out(line);
    for (const line of notes(refreshed, listed?.providers ?? {})) screen.out(screen.paint('dim', line));
    for (const warning of warnings) screen.out(screen.paint('yellow', warning));
  }
  return refreshed.some(({ outcome }) => 'problem' in outcome) ? EXIT.later : EXIT.done;
}

const usualModels = (): string[] => [
  ...new Set(Object.values(DEFAULT_TIERS).flatMap((ladder) => Object.values(ladder))),
];

const isOver = ({ ends }: ModelFacts, now: number): boolean => ends?.how === 'on' && Date.parse(ends.date) <= now;

const columns = (listed: ListedModels | undefined): Column<ModelFacts>[] => [
  { title: 'model', text: ({ model }) => model },
  { title: 'tier', text: ({ model }) => tiersOf(model) },
  { title: 'window', align: 'right', text: ({ window }) => (window === undefined ? 'unchecked' : count(window)) },
  { title: 'in', align: 'right', text: ({ price }) => (price === undefined ? 'unknown' : `$${price.input}`) },
  { title: 'out', align: 'right', text: ({ price }) => (price === undefined ? 'unknown' : `$${price.output}`) },
  { title: 'thinking', text: thinkingText },
  { title: 'ends', text: endText },
  { title: 'checked', text: ({ checked }) => checked ?? 'unchecked' },
  // Whether the provider's last list, for this key, contains it.
  ...(listed ? [{ title: 'listed', text: ({ model }: ModelFacts) => listedText(model, listed) }] : []),
];

function tiersOf(model: string): string {
  const ladders = Object.values(DEFAULT_TIERS).flatMap((ladder) => Object.entries(ladder));
  return ladders.flatMap(([tier, ref]) => (ref === model ? [tier] : [])).join(', ');
}

function thinkingText({ thinking }: ModelFacts): string {
  if (thinking === undefined) return 'unchecked';
  return thinking.length < 2 ? (thinking[0] ?? 'none') : `${thinking[0]}–${thinking.at(-1)}`;
}

function listedText(model: string, { providers }: ListedModels): string {
  const [provider = '', id = ''] = model.split(/:(.*)/s);
  const list = providers[provider]?.models;
  if (list === undefined) return '';
  return list.some((each) => each.id === id) ? 'yes' : 'no';
}

function endText({ ends }: ModelFacts): string {
  if (ends === undefined) return '';
  return ends.how === 'on' ? ends.date : `after ${ends.date}`;
}

function notes(refreshed: readonly Refreshed[], listed: Readonly<Record<string, { readonly at: number }>>): string[] {
  const asked = refreshed.map(({ provider, outcome }) =>
    'models' in outcome ? `${provider} lists ${count(outcome.models)} models.` : outcome.problem,
  );
  if (asked.length > 0) return asked;
  const dates = Object.entries(listed).map(([name, { at }]) => `${name} ${new Date(at).toISOString().slice(0, 10)}`);
  return [
    'USD per million tokens, standard tier. Your own prices: prices.json (docs/models.md).',
    dates.length === 0
      ? 'No provider was asked here yet: assay models --refresh.'
      : `Providers were asked: ${dates.join(', ')}. Again: assay models --refresh.`,
  ];
}
