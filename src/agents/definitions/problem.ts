/** A problem in a definition. `error`: the definition is not used. */
export interface DefinitionProblem {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** Counted from 1, if known. */
  readonly line: number | null;
  /** `limits.turns`; null for the file as a whole. */
  readonly field: string | null;
  readonly message: string;
}

/** In the format of compilers, so that editors find the place. */
export const problemText = ({ file, line, message, severity }: DefinitionProblem): string =>
  `${file}${line === null ? '' : `:${line}`}: ${severity}: ${message}`;
