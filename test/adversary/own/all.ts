import type { Attack } from '../attack.ts';
import { BENEATH } from './beneath.ts';
import { BUILT } from './built.ts';
import { CROWDED } from './crowded.ts';
import { FOLLOWS } from './follows.ts';
import { KEPT } from './kept.ts';
import { REACHED } from './reached.ts';
import { ROOM } from './room.ts';
import { SHAPES } from './shapes.ts';
import { SURROUNDINGS } from './surroundings.ts';
import { TABLES } from './tables.ts';
import { UNREACHED } from './unreached.ts';
import { WEAKER } from './weaker.ts';

/** Attacks that were on no list, each played as it was thought of. */
export const ownAttacks = (): Attack[] => [
  ...UNREACHED,
  ...SURROUNDINGS,
  ...TABLES,
  ...BENEATH,
  ...FOLLOWS,
  ...KEPT,
  ...CROWDED,
  ...REACHED,
  ...WEAKER,
  ...BUILT,
  ...ROOM,
  ...SHAPES,
];
