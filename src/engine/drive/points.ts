/**
 * Named places around every effect of a driver, where a test can kill the process. A crash at any of them must lose
 * nothing that was acknowledged and double nothing that was done.
 */
export const POINTS = [
  'append.before',
  'append.after',
  'execute.before',
  'execute.after',
  'effect.intended',
  'effect.before-done',
  'effect.done',
  'lease.released',
] as const;
export type PointName = (typeof POINTS)[number];
export type AtPoint = (name: PointName) => void;

export const noPoints: AtPoint = () => {};
