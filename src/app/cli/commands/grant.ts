import { openProject } from '#attempts/open-project.ts';
import { AssayError, EXIT } from '#contracts/errors.ts';
import { TreeHash } from '#contracts/ids.ts';
import { OPEN_REQUESTS, OpenRequests } from '#gates/dependency-requests.ts';
import { withRuns } from '../../open-runs.ts';
import type { Cli, JsonOption } from '../context.ts';
import { requirePerson } from '../person.ts';

/**
 * New dependencies that work waits for. Granting one prepares it, in a sandbox of its own, from exactly the lockfile
 * that was asked for: any other change of that file is another request.
 */
export async function grant(cli: Cli, wanted: string | undefined, { json }: JsonOption): Promise<number> {
  return withRuns(cli.env, async (runs) => {
    const project = await openProject(runs, process.cwd(), cli.env);
    const { recall, remember } = project.measurements;
    const open = OpenRequests.parse(await recall(OPEN_REQUESTS));
    if (wanted === undefined) {
      if (json) cli.screen.json({ open });
      else if (open.length === 0) cli.screen.out('No dependency is asked for.');
      else for (const { key, says } of open) cli.screen.out(`${key}  ${says}`);
      return EXIT.done;
    }
    requirePerson('granting a dependency');
    const chosen = open.filter(({ key }) => key.startsWith(wanted));
    const [request] = chosen;
    if (!request || chosen.length > 1)
      throw new AssayError(
        'USAGE',
        `${chosen.length === 0 ? 'no request has' : 'several requests have'} the key ${wanted}`,
        {
          next: open.length === 0 ? 'Nothing is asked for.' : `Name one of: ${open.map(({ key }) => key).join(', ')}.`,
        },
      );
    const { repository } = project;
    const checkout = await repository.checkout({ tree: TreeHash.parse(request.tree), granted: [request.key] });
    const { notes } = checkout;
    await checkout.close();
    await remember(
      OPEN_REQUESTS,
      open.filter(({ key }) => key !== request.key),
    );
    if (json) cli.screen.json({ granted: request, notes });
    else {
      cli.screen.out(`granted: ${request.says}`);
      for (const note of notes) cli.screen.out(`  note: ${note}`);
      cli.screen.out('  next: the agent submits its work again');
    }
    return EXIT.done;
  });
}
