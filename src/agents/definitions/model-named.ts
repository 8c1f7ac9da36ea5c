import { ModelTier } from '#contracts/config.ts';
import { tableOf } from '#host/table-of.ts';

export type ModelNamed =
  /** A tier, or `PROVIDER:NAME`. */
  | { readonly type: 'named'; readonly model: string }
  /** The caller's model. */
  | { readonly type: 'inherited' }
  | { readonly type: 'unknown' };

/** Claude Code's names for the tiers. */
const TIERS: Readonly<Record<string, string>> = tableOf({
  haiku: 'fast',
  sonnet: 'standard',
  'sonnet[1m]': 'standard',
  opus: 'deep',
  opusplan: 'deep',
});

/** Pure. The model that a definition names: ours, Claude Code's (`opus`, `claude-…`) or opencode's (`anthropic/…`). */
export function modelNamed(model: string | undefined): ModelNamed {
  const name = model?.trim() ?? '';
  if (name === '' || name === 'inherit' || name === 'default') return { type: 'inherited' };
  if (ModelTier.safeParse(name).success) return { type: 'named', model: name };
  const tier = TIERS[name.toLowerCase()];
  if (tier !== undefined) return { type: 'named', model: tier };
  if (/^claude-/.test(name)) return { type: 'named', model: `anthropic:${name}` };
  if (/^[a-z0-9][\w-]*:\S+$/i.test(name)) return { type: 'named', model: name };
  // opencode appends the effort after a `#`.
  const [, provider, rest] = /^([a-z0-9][\w.-]*)\/([^\s#]+)(?:#\w+)?$/i.exec(name) ?? [];
  return provider && rest ? { type: 'named', model: `${provider}:${rest}` } : { type: 'unknown' };
}
