import type { Screen } from '../screen.ts';

const FRAME_MS = 100;
/** The lines of the last picture, which may be longer than the screen. */
const UNBOUND = 10_000;

export interface LivePicture {
  /** While held, nothing is drawn: a question is on the same screen. */
  hold(isHeld: boolean): void;
  /** Leaves the last picture on the screen. */
  end(): void;
}

/** Produces the lines to draw, given their maximum number and whether it is the last picture. */
type Draw = (height: number, ended: boolean) => string[];

/** A picture on a terminal that is redrawn until it ends; `before` is called before each. */
export async function livePicture(screen: Screen, lines: Draw, before: () => void = () => {}): Promise<LivePicture> {
  // Loaded for a picture only.
  const { createLogUpdate } = await import('log-update');
  const draw = createLogUpdate(screen.stdout);
  let held = false;
  const timer = setInterval(() => {
    before();
    if (!held) draw(lines(screen.height - 1, false).join('\n'));
  }, FRAME_MS);
  return {
    hold(isHeld) {
      held = isHeld;
      if (held) draw.clear();
    },
    end() {
      clearInterval(timer);
      // The last picture is printed, not drawn: it stays.
      draw.clear();
      draw.done();
      for (const line of lines(UNBOUND, true)) screen.out(line);
    },
  };
}
