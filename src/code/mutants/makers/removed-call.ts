import { instead, type Maker, shortText } from '../maker.ts';
import { isCheckCall } from './removed-check.ts';

/** A call that is made for its effect, removed. */
export const removedCall: Maker = ({ node, table }) => {
  if (node.type !== table.expressionStatement || isCheckCall(node, table)) return [];
  const [only] = node.parts;
  const call = only && /^(await|yield)/.test(only.type) ? only.parts[0] : only;
  if (!call || !table.calls.has(call.type)) return [];
  const name = call.child('function')?.text ?? '';
  // Without it a class cannot be constructed, and the mutant would say nothing about the tests.
  if (/^super\b/.test(name)) return [];
  return [instead('RemovedCall', node, node, table.words.pass, `the call ${shortText(call.text)} was removed`)];
};
