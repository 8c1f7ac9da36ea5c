import type { Need } from '#contracts/http/needs.ts';

export interface NeedFormProps {
  readonly need: Need;
  /** Keys are heard by one form at a time. */
  readonly keys: boolean;
  done(): void;
}
