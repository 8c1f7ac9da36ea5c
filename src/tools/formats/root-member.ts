/** A value directly under the root of a document, in any format that has such values. */
export interface RootMember {
  readonly key: string;
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'literal';
  /** As it is shown, in the document's own format. */
  readonly text: string;
  /** Elements or members, all of them and those shown; of a container only. */
  readonly count: number;
  readonly shown: number;
}

export type RootKind = RootMember['kind'];

/** The kind of a value that is not a container. */
export const scalarKind = (value: unknown): RootKind =>
  typeof value === 'string' ? 'string' : typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'literal';
