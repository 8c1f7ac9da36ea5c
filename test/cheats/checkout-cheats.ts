/** Cheats that need a checkout and its git: a real client on a real repository, in connected mode. */
export const CHECKOUT_CHEATS = [
  { id: 'C16', title: 'steps marked DONE in ACTIVE_PR.json, or the counter raised', code: 'VIEW_EDITED' },
  { id: 'C17', title: 'the same tree again, hoping for a flaky pass', code: 'NOTHING_CHANGED' },
  { id: 'C18', title: 'a change hidden with a git index flag', code: 'HIDDEN_CHANGES' },
  { id: 'C18', title: 'a helper file that .gitignore excludes', code: 'TESTS_BROKEN' },
  { id: 'C18', title: 'a commit whose tree is not the accepted one', code: 'TREE_CHANGED' },
  { id: 'C19', title: 'history below the branch point rewritten', code: 'HISTORY_REWRITTEN' },
  { id: 'C19', title: 'main moved by force', code: 'MAIN_MOVED' },
  { id: 'C20', title: 'a squash that drops a test or adds unreviewed code', code: 'TREE_CHANGED' },
  { id: 'C20', title: 'the plan marked with another hash', code: 'PLAN_UNMARKED' },
  { id: 'C20', title: 'a git hook that adds a file to the commit that marks the plan', code: 'MORE_CHANGED' },
  { id: 'C22', title: 'SUCCESS claimed for an unintended failure', code: 'RED_WRONG_REASON' },
  { id: 'X67', title: 'a symbolic link, a pipe or a huge file instead of a state file', code: 'VIEW_PLANTED' },
  { id: 'X36', title: 'a symbolic link instead of a test file', code: 'TEST_LINKED' },
] as const;
