import { dense } from '../ui/dense.ts';

/** The theme, stored where the page finds it before it is drawn. */
export const PRESETS = ['assay', 'brass', 'graphite'] as const;

export interface Look {
  readonly theme: 'system' | 'light' | 'dark';
  readonly preset: string;
  readonly dense: boolean;
}

const dark = matchMedia('(prefers-color-scheme: dark)');
let now: Look = { theme: 'system', preset: 'assay', dense: false };
dark.addEventListener('change', () => applyTheme(now));

export function applyTheme(look: Look): void {
  now = look;
  const mode = look.theme === 'system' ? (dark.matches ? 'dark' : 'light') : look.theme;
  const { dataset } = document.documentElement;
  dataset.mode = mode;
  dataset.preset = look.preset;
  dataset.dense = String(look.dense);
  dense.set(look.dense);
  localStorage.setItem('assay.look', JSON.stringify({ theme: look.theme, preset: look.preset, dense: look.dense }));
}
