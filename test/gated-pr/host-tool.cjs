#!/usr/bin/env node
// Stands in for `gh` and `glab`: the options and the output that the real tools document, over a bare repository.
const { execFileSync } = require('node:child_process');
const { readFileSync, writeFileSync, appendFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');

const tool = basename(process.argv[1]);
const args = process.argv.slice(2);
const file = join(dirname(process.argv[1]), 'host.json');
const host = JSON.parse(readFileSync(file, 'utf8'));
const save = () => writeFileSync(file, JSON.stringify(host));
appendFileSync(join(dirname(file), 'calls.txt'), `${tool} ${args.slice(0, 2).join(' ')}\n`);
const git = (...more) => execFileSync('git', ['--git-dir', host.remote, ...more], { encoding: 'utf8' }).trim();
const option = (...names) =>
  names.map((name) => args[args.indexOf(name) + 1]).find((_, at) => args.includes(names[at]));
const end = (code, err = '') => {
  if (err) process.stderr.write(`${err}\n`);
  process.exit(code);
};
const head = (branch) => {
  try {
    return git('rev-parse', `refs/heads/${branch}`);
  } catch {
    return '';
  }
};

if (host.away)
  end(
    1,
    tool === 'gh'
      ? 'error connecting to api.github.com\ncheck your internet connection or https://githubstatus.com'
      : 'dial tcp: lookup gitlab.com: no such host',
  );
if (host.login === false)
  end(
    tool === 'gh' ? 4 : 1,
    tool === 'gh'
      ? 'To get started with GitHub CLI, please run:  gh auth login'
      : 'glab: 401 Unauthorized. Run `glab auth login`.',
  );

const checksOf = (request) => {
  // One state for each look; the last one stays.
  const [now = []] = host.checks;
  if (request.looked && host.checks.length > 1) host.checks.shift();
  request.looked = true;
  return now;
};
const shown = (request, looks) => {
  const checks = looks ? checksOf(request) : [];
  const sha = request.head ?? head(request.branch);
  if (tool === 'gh')
    return {
      number: request.number,
      url: `https://github.com/o/r/pull/${request.number}`,
      state: request.state.toUpperCase(),
      headRefOid: sha,
      mergeCommit: request.merge ? { oid: request.merge } : null,
      statusCheckRollup: checks.map(([name, status, conclusion = '']) => ({
        __typename: 'CheckRun',
        name,
        status,
        conclusion,
      })),
    };
  const status = checks[0]?.[1];
  return {
    iid: request.number,
    web_url: `https://gitlab.com/o/r/-/merge_requests/${request.number}`,
    state: { open: 'opened', closed: 'closed', merged: 'merged' }[request.state],
    sha,
    merge_commit_sha: request.merge ?? null,
    head_pipeline: status ? { status } : null,
  };
};
const print = (value) => process.stdout.write(JSON.stringify(value));

const [, verb] = args;
if (verb === 'list') {
  const branch = option('--head', '--source-branch');
  print(host.requests.filter((each) => each.branch === branch).map((each) => shown(each, false)));
} else if (verb === 'create') {
  const branch = option('--head', '--source-branch');
  if (head(branch) === '') end(1, `pull request create failed: no such branch ${branch}`);
  host.requests.push({
    number: host.requests.length + 1,
    branch,
    base: option('--base', '--target-branch'),
    title: option('--title'),
    state: 'open',
  });
  print(`https://host/o/r/${host.requests.length}`);
  if (host.dies === 'create') {
    save();
    process.exit(1);
  }
} else {
  const request = host.requests[Number(args[2]) - 1];
  if (!request) end(1, `no pull requests found for ${args[2]}`);
  if (verb === 'view') {
    if (host.ends === 'closed') request.state = 'closed';
    print(shown(request, true));
  } else if (verb === 'merge') {
    if (host.protected) end(1, 'Pull request o/r#1 is not mergeable: the base branch policy prohibits the merge.');
    if (tool === 'gh' && args.includes('--merge') && host.onlySquash)
      end(1, 'GraphQL: Merge commits are not allowed on this repository. (mergePullRequest)');
    if (tool === 'gh' && args.includes('--rebase') && host.onlySquash)
      end(1, 'GraphQL: Rebase merges are not allowed on this repository. (mergePullRequest)');
    const sha = head(request.branch);
    if (option('--match-head-commit', '--sha') !== sha)
      end(1, 'Head branch was modified. Review and try the merge again.');
    const main = head(request.base);
    const tree = git('merge-tree', '--write-tree', main, sha).split('\n')[0];
    const parents = args.includes('--squash') ? ['-p', main] : ['-p', main, '-p', sha];
    const merge = git(
      '-c',
      'user.name=Host',
      '-c',
      'user.email=host@localhost',
      'commit-tree',
      tree,
      ...parents,
      '-m',
      request.title,
    );
    git('update-ref', `refs/heads/${request.base}`, merge);
    Object.assign(request, { state: 'merged', merge, head: sha });
  }
}
save();
