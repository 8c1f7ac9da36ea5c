/** Cheats on the person who reads: a real client on a real repository, in connected mode. */
export const READER_CHEATS = [
  { id: 'R01', title: 'a line reordered by bidirectional control characters', code: 'CODE_HIDDEN' },
  { id: 'R01', title: 'a look-alike letter of another script in a name', code: 'CODE_HIDDEN' },
  { id: 'R01', title: 'text in invisible characters', code: 'CODE_HIDDEN' },
] as const;
