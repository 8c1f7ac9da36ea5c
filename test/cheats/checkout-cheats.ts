/** Cheats that need a checkout and its git: a real client on a real repository, in connected mode. */
export const CHECKOUT_CHEATS = [
  { id: 'C16', title: 'steps marked DONE in ACTIVE_PR.json, or the counter raised', code: 'VIEW_EDITED' },
  { id: 'C17', title: 'the same tree again, in the hope of a flaky pass', code: 'NOTHING_CHANGED' },
  { id: 'C18', title: 'a change hidden from git by a flag', code: 'HIDDEN_CHANGES' },
  { id: 'C18', title: 'a helper that .gitignore keeps out of the tree', code: 'TESTS_BROKEN' },
  { id: 'C18', title: 'another tree committed than was accepted', code: 'TREE_CHANGED' },
  { id: 'C19', title: 'history below the branch point rewritten', code: 'HISTORY_REWRITTEN' },
  { id: 'C19', title: 'main force-moved', code: 'MAIN_MOVED' },
  { id: 'C20', title: 'a squash that drops a test, or brings something unreviewed', code: 'TREE_CHANGED' },
  { id: 'C20', title: 'the plan marked with another hash', code: 'PLAN_UNMARKED' },
  { id: 'C22', title: 'SUCCESS for a failure that is not the intended one', code: 'RED_WRONG_REASON' },
  { id: 'X67', title: 'a link, a pipe or terabytes in the place of a state file', code: 'VIEW_PLANTED' },
  { id: 'X36', title: 'a link in the place of a test file', code: 'TEST_LINKED' },
] as const;
