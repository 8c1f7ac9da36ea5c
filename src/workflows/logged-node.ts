/** A node that was scheduled, with what it was given: what a workflow's history is read from. */
export interface LoggedNode {
  readonly seq: number;
  readonly at: number;
  readonly node: string;
  readonly input: unknown;
}
