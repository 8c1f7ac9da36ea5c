import { toErrorInfo } from '#contracts/errors.ts';
import { Sha } from '#contracts/workspace.ts';
import type { PersonRepository } from '../person-branch.ts';
import { type Refused, refuse } from '../pr-checkout.ts';
import { gh } from './gh.ts';
import { glab } from './glab.ts';
import type { PersonProgram, RequestTool } from './pull-request.ts';

/** Pull requests on the host of main's remote. */
export interface PullRequests {
  /** The host's own tool, by the remote that main follows. */
  tool(main: string): Promise<RequestTool | Refused>;
  /** Pushes a commit to a branch of ours on the remote. */
  push(head: Sha, branch: string, main: string): Promise<Refused | null>;
  /** Whether the head of a pull request is one that was pushed from here. */
  isOurs(head: string, branch: string): Promise<boolean>;
  /** Time between two looks at a pull request. */
  readonly everyMs: number;
  /** How long its checks may take. */
  readonly patienceMs: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface RequestsPlace extends PersonRepository {
  readonly run: PersonProgram;
  readonly sleep: PullRequests['sleep'];
  readonly everyMs?: number;
  readonly patienceMs?: number;
}

const AGAIN = 'Then answer with assay guide.';

export function pullRequests(place: RequestsPlace): PullRequests {
  const { git, repository, run } = place;
  const remoteOf = (main: string): Promise<string> => git(['config', '--get', `branch.${main}.remote`]).catch(() => '');
  const heads = (branch: string): string => `refs/assay/requests/${branch}`;
  return {
    ...{ sleep: place.sleep, everyMs: place.everyMs ?? 10_000, patienceMs: place.patienceMs ?? 2 * 60 * 60_000 },
    tool: async (main) => {
      const remote = await remoteOf(main);
      if (remote === '' || remote === '.') {
        const next = `Say where it is pushed to: git push --set-upstream origin ${main}. ${AGAIN}`;
        return refuse('NO_REMOTE', `"merge": "pr" is configured, and ${main} follows no remote`, next);
      }
      // As configured, not as `insteadOf` rewrites it: the name that the person uses for the host.
      const url = await git(['config', '--get', `remote.${remote}.url`]).catch(() => '');
      if (/gitlab/i.test(url)) return glab(run);
      if (/github/i.test(url)) return gh(run);
      // A self-hosted server: whichever tool knows it.
      const host = hostOf(url);
      const knows = async (program: string): Promise<boolean> => {
        const said = await run(program, ['auth', 'status', '--hostname', host]);
        return said.type === 'ended' && said.code === 0;
      };
      if (host !== '' && (await knows('gh'))) return gh(run);
      if (host !== '' && (await knows('glab'))) return glab(run);
      return refuse(
        'PR_TOOL_MISSING',
        `neither gh nor glab is logged in to the host of ${remote} (${host || url})`,
        `Install one and log in: gh auth login --hostname ${host || 'HOST'}. Or use "merge": "push". ${AGAIN}`,
      );
    },
    push: async (head, branch, main) => {
      const remote = await remoteOf(main);
      const there = `refs/heads/${branch}`;
      try {
        const listed = await git(['ls-remote', remote, there]);
        const [found = ''] = listed.split(/\s/);
        if (found === head) return null;
        if (found !== '' && !(await isOurs(found, branch)) && !(await isBelow(found, head)))
          return refuse(
            'BRANCH_TAKEN',
            `${remote} has a branch ${branch} with commits that are not of this PR (${found.slice(0, 12)})`,
            `Rename or delete it there, or merge its commits: git fetch ${remote} ${branch}. ${AGAIN}`,
          );
        await repository.deliver(head, heads(branch));
        await repository.deliver(head, `${heads(branch)}-all/${head}`);
        await git(['push', '--quiet', `--force-with-lease=${there}:${found}`, remote, `${head}:${there}`]);
        return null;
      } catch (error) {
        const said = toErrorInfo(error).message;
        const code = AWAY.test(said) ? 'REMOTE_UNREACHABLE' : 'PUSH_REFUSED';
        return refuse(code, `${remote} rejects ${branch}: ${said}`, `Resolve that. ${AGAIN}`);
      }
    },
    isOurs: (head, branch) => isOurs(head, branch),
  };

  async function isOurs(head: string, branch: string): Promise<boolean> {
    const sha = Sha.safeParse(head);
    if (!sha.success) return false;
    return git(['rev-parse', '--verify', '--quiet', `${heads(branch)}-all/${sha.data}`]).then(
      () => true,
      () => false,
    );
  }

  async function isBelow(found: string, head: Sha): Promise<boolean> {
    const sha = Sha.safeParse(found);
    return sha.success && (await repository.isAncestor(sha.data, head).catch(() => false));
  }
}

const AWAY =
  /could not read from remote|could not resolve host|unable to access|connection (refused|timed out)|does not appear to be a git repository/i;

/** `git@host:owner/name`, `ssh://git@host/…`, `https://host/…`. */
const hostOf = (url: string): string => /^(?:[a-z+]+:\/\/)?(?:[^@/]+@)?([\w.-]+)[:/]/i.exec(url)?.[1] ?? '';
