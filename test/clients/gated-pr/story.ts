import { makeRig, type Rig, type RigOptions } from '../../gated-pr/rig.ts';
import type { ConnectedName } from './connected.ts';
import { connectClient, type Hands, startClient } from './hands.ts';

/** A project with one open PR, a client connected to it as a person connects it, and the client at work. */
export interface Story {
  readonly rig: Rig;
  readonly hands: Hands;
  /** One more of the same client in the same project. */
  another(): Promise<Hands>;
}

export const HEADING = '## PR 1: Totals';
const PLAN = `# Shop\n\n${HEADING}\n\nA cart has a total.\n`;

export async function begin(name: ConnectedName, installed: string, options: RigOptions = {}): Promise<Story> {
  const rig = makeRig({ ...options, files: { 'PLAN.md': PLAN, ...options.files } });
  await connectClient(rig, name);
  const another = () => startClient(rig, name, installed);
  return { rig, hands: await another(), another };
}
