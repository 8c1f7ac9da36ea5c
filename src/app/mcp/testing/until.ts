/** Lets the event loop turn until something holds; the test's own time-out ends a futile wait. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}
