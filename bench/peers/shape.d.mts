export interface Flags {
  readonly shape: 'chain' | 'layers';
  readonly layers: number;
  readonly width: number;
  readonly nodes: number;
  readonly sync: 'full' | 'normal' | 'memory';
  readonly form: string | undefined;
  readonly dir: string;
  readonly countCommits: boolean;
}

export function readFlags(): Flags;
export function warmUp<Size extends { readonly layers: number; readonly width: number }>(size: Size): Size;
export function timeAndReport(side: {
  readonly peer: string;
  readonly version: string;
  readonly flags: Flags;
  readonly form: string;
  readonly run: () => Promise<number>;
  readonly durability: () => string | Promise<string>;
  readonly commits: (() => number | Promise<number>) | undefined;
  readonly note: string;
}): Promise<void>;
