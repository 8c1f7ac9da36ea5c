/** Cheats on whoever reads: a real client on a real repository, in connected mode. */
export const READER_CHEATS = [
  { id: 'R01', title: 'a line whose direction is turned, so that it reads as another', code: 'CODE_HIDDEN' },
  { id: 'R01', title: 'a letter of another script in a name', code: 'CODE_HIDDEN' },
  { id: 'R01', title: 'a text in characters without a shape', code: 'CODE_HIDDEN' },
] as const;
