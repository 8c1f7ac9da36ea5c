import type { OpenSeat } from '#agents/program/seat.ts';
import { openOutsideSeat } from '#sandbox/outside-seat.ts';

/** A seat on the bare machine, as the tests of agents/ want one: that room may not reach into workspace/. */
export const outsideSeat =
  (home: string | null, extra: Readonly<Record<string, string>> = {}): OpenSeat =>
  (_, place) =>
    openOutsideSeat({ folder: place.folder, home, env: process.env, extra });
