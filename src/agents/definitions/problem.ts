/** Something in a definition that is not as it must be. `error`: the definition is not used. */
export interface DefinitionProblem {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** Counted from 1, where it is known. */
  readonly line: number | null;
  /** `limits.turns`; null for the file as a whole. */
  readonly field: string | null;
  readonly message: string;
}

/** As compilers write it, so that editors find the place. */
export const problemText = ({ file, line, message, severity }: DefinitionProblem): string =>
  `${file}${line === null ? '' : `:${line}`}: ${severity}: ${message}`;
