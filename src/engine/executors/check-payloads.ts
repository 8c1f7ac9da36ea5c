import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import type { Goto, NodeOutcome, NodeTask } from '#contracts/executor.ts';
import { toJson } from '#contracts/json.ts';
import type { BuiltNode } from '../graph/graph.ts';
import { isCollect, isSlots, type Port } from '../graph/ports.ts';
import { splitPort } from '../graph/shape.ts';

/** A node's input, checked again where it is used: a log may be older than the graph. */
export function checkNodeInput(node: BuiltNode, task: NodeTask): unknown {
  const own = task.node.slice(node.prefix.length);
  const port = node.ports[own];
  if (!port) throw new AssayError('PORT_UNKNOWN', `${task.node} has no port`);
  return fits(inputSchema(port), task.input, `the input of ${task.act}`);
}

/** A node's output: every payload must fit its port, an exit's output the graph, a question a declared signal. */
export function checkOutcome(node: BuiltNode, outcome: NodeOutcome): NodeOutcome {
  switch (outcome.type) {
    case 'goto':
      return { ...outcome, to: checkGoto(node, outcome.to) };
    case 'fork':
      return { ...outcome, branches: outcome.branches.map((branch) => checkGoto(node, branch)) };
    case 'exit':
      return { ...outcome, output: toJson(fits(node.output, outcome.output, "the graph's output"), 'output') };
    case 'ask':
      if (node.signals[outcome.signal]) return outcome;
      throw new AssayError('SIGNAL_UNKNOWN', `the graph declares no signal ${outcome.signal}`);
    default:
      return outcome;
  }
}

function checkGoto(node: BuiltNode, goto: Goto): Goto {
  const { node: name, slot } = splitPort(goto.port.slice(node.prefix.length));
  const port = node.ports[name];
  const schema = port && targetSchema(port, slot);
  if (!schema) throw new AssayError('PORT_UNKNOWN', `there is no port ${goto.port}`);
  return { ...goto, payload: toJson(fits(schema, goto.payload, `the payload for ${goto.port}`), goto.port) };
}

function targetSchema(port: Port, slot: string | null): z.ZodType | undefined {
  if (isSlots(port)) return slot === null ? undefined : port.slots[slot];
  return isCollect(port) ? port.item : port;
}

function inputSchema(port: Port): z.ZodType {
  if (isSlots(port)) return z.object(port.slots);
  return isCollect(port) ? z.array(port.item) : port;
}

function fits(schema: z.ZodType, value: unknown, what: string): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AssayError('PAYLOAD_INVALID', `${what} does not fit: ${z.prettifyError(parsed.error)}`);
}
