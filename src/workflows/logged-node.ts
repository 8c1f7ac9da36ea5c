/** A scheduled node with its input: a workflow's history is read from these. */
export interface LoggedNode {
  readonly seq: number;
  readonly at: number;
  readonly node: string;
  readonly input: unknown;
}
