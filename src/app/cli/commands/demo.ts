import { AssayError } from '#contracts/errors.ts';
import type { DemoOptions } from '../../workflow.ts';
import type { Cli } from '../context.ts';
import { DEMOS } from '../demos.ts';

/** A real run with simulated agents, shown as it happens. */
export async function demo(cli: Cli, name: string, options: DemoOptions): Promise<number> {
  const found = DEMOS.find((each) => each.name === name);
  if (found) return found.play(cli, options);
  throw new AssayError('USAGE', `there is no demo ${name}`, {
    next: `There are: ${DEMOS.map((each) => each.name).join(', ')}.`,
  });
}
