/** A value that stands directly under the root of a document, in any format that has such. */
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
