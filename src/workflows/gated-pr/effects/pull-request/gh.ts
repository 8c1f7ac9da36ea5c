import { z } from 'zod';
import type { PersonProgram, PullRequest, RequestCheck, RequestTool } from './pull-request.ts';
import { readToolAnswer } from './read-answer.ts';
import { type ToolWords, troubleOf } from './tool-trouble.ts';

const WORDS: ToolWords = {
  name: 'gh',
  login: 'gh auth login',
  install: 'https://cli.github.com',
  // Documented: 4 means that authentication is required.
  needsLogin: (code, said) => code === 4 || /gh auth login|HTTP 401/.test(said),
};

/** A check of GitHub Actions and the like has a status and a conclusion; a status of a commit has a state. */
const Rollup = z.object({
  name: z.string().optional(),
  context: z.string().optional(),
  status: z.string().optional(),
  conclusion: z.string().nullable().optional(),
  state: z.string().optional(),
});

const Request = z.object({
  number: z.number().int(),
  url: z.string(),
  state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
  headRefOid: z.string(),
  mergeCommit: z.object({ oid: z.string() }).nullable().default(null),
  statusCheckRollup: z.array(Rollup).nullable().default([]),
});

const FIELDS = 'number,url,state,headRefOid,mergeCommit,statusCheckRollup';

/** GitHub's own tool. */
export function gh(run: PersonProgram): RequestTool {
  return {
    name: WORDS.name,
    list: async (branch, main) => {
      const args = [
        'pr',
        'list',
        '--head',
        branch,
        '--base',
        main,
        '--state',
        'all',
        '--json',
        FIELDS,
        '--limit',
        '20',
      ];
      return readToolAnswer(WORDS, 'list pull requests', await run('gh', args), z.array(Request), (all) =>
        all.map(requestOf),
      );
    },
    look: async (number) => {
      const said = await run('gh', ['pr', 'view', `${number}`, '--json', FIELDS]);
      return readToolAnswer(WORDS, 'show the pull request', said, Request, requestOf);
    },
    create: async ({ branch, main, title, body }) => {
      const args = ['pr', 'create', '--head', branch, '--base', main, '--title', title, '--body', body];
      return troubleOf(WORDS, 'open the pull request', await run('gh', args));
    },
    merge: async (number, head) => {
      for (const way of WAYS) {
        const said = await run('gh', ['pr', 'merge', `${number}`, way, '--match-head-commit', head]);
        // A repository may allow only some of the ways to merge.
        if (said.type === 'ended' && said.code !== 0 && /not allowed/i.test(said.err)) continue;
        return troubleOf(WORDS, 'merge the pull request', said);
      }
      return troubleOf(WORDS, 'merge the pull request', { type: 'ended', code: 1, out: '', err: NO_WAY });
    },
  };
}

const WAYS = ['--merge', '--rebase', '--squash'];
const NO_WAY = 'the repository allows neither merge commits, rebasing nor squashing';

function requestOf({
  number,
  url,
  state,
  headRefOid,
  mergeCommit,
  statusCheckRollup,
}: z.infer<typeof Request>): PullRequest {
  return {
    ...{ number, url, head: headRefOid, merge: mergeCommit?.oid ?? null },
    state: ({ OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const)[state],
    checks: (statusCheckRollup ?? []).map(checkOf),
  };
}

function checkOf({ name, context, status, conclusion, state }: z.infer<typeof Rollup>): RequestCheck {
  const said = (state ?? (status === 'COMPLETED' ? conclusion : status) ?? '').toUpperCase();
  return {
    name: name ?? context ?? 'a check',
    state: /^(SUCCESS|NEUTRAL|SKIPPED)$/.test(said) ? 'passed' : FAILED.test(said) ? 'failed' : 'pending',
  };
}

const FAILED = /^(FAILURE|ERROR|CANCELLED|TIMED_OUT|ACTION_REQUIRED|STARTUP_FAILURE|STALE)$/;
