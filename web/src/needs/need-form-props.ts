import type { Need } from '#contracts/http/needs.ts';

export interface NeedFormProps {
  readonly need: Need;
  /** Only one form at a time reacts to keys. */
  readonly keys: boolean;
  done(): void;
}
