import { z } from 'zod';
import type { PersonProgram, PullRequest, RequestTool } from './pull-request.ts';
import { readToolAnswer } from './read-answer.ts';
import { type ToolWords, troubleOf } from './tool-trouble.ts';

const WORDS: ToolWords = {
  name: 'glab',
  login: 'glab auth login',
  install: 'https://docs.gitlab.com/cli',
  needsLogin: (_code, said) => /glab auth login|\b401\b|unauthorized|not authenticated/i.test(said),
};

/** A merge request in GitLab's API, which `--output json` prints. */
const Request = z.object({
  iid: z.number().int(),
  web_url: z.string(),
  state: z.string(),
  sha: z.string().nullable().default(''),
  merge_commit_sha: z.string().nullable().optional(),
  squash_commit_sha: z.string().nullable().optional(),
  head_pipeline: z.object({ status: z.string() }).nullable().optional(),
  pipeline: z.object({ status: z.string() }).nullable().optional(),
});

/** GitLab's own tool. */
export function glab(run: PersonProgram): RequestTool {
  return {
    name: WORDS.name,
    list: async (branch, main) => {
      const args = ['mr', 'list', '--source-branch', branch, '--target-branch', main, '--all', '--output', 'json'];
      return readToolAnswer(WORDS, 'list merge requests', await run('glab', args), z.array(Request), (all) =>
        all.map(requestOf),
      );
    },
    look: async (number) => {
      const said = await run('glab', ['mr', 'view', `${number}`, '--output', 'json']);
      return readToolAnswer(WORDS, 'show the merge request', said, Request, requestOf);
    },
    create: async ({ branch, main, title, body }) => {
      const where = ['--source-branch', branch, '--target-branch', main];
      const said = await run('glab', ['mr', 'create', ...where, '--title', title, '--description', body, '--yes']);
      return troubleOf(WORDS, 'open the merge request', said);
    },
    merge: async (number, head) => {
      const args = ['mr', 'merge', `${number}`, '--sha', head, '--auto-merge=false', '--yes'];
      return troubleOf(WORDS, 'merge the merge request', await run('glab', args));
    },
  };
}

function requestOf(request: z.infer<typeof Request>): PullRequest {
  const { iid, web_url, state, sha, merge_commit_sha, squash_commit_sha } = request;
  const status = (request.head_pipeline ?? request.pipeline)?.status;
  return {
    ...{ number: iid, url: web_url, head: sha ?? '', merge: merge_commit_sha ?? squash_commit_sha ?? null },
    state: state === 'merged' ? 'merged' : state === 'closed' ? 'closed' : 'open',
    checks: status === undefined ? [] : [{ name: 'pipeline', state: pipelineState(status) }],
  };
}

const pipelineState = (status: string): 'passed' | 'failed' | 'pending' =>
  /^(success|skipped)$/.test(status) ? 'passed' : /^(failed|canceled)$/.test(status) ? 'failed' : 'pending';
