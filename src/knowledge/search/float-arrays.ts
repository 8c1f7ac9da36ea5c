/** Numbers of the largest, the largest first. */
export function topOf(values: Float32Array, many: number): number[] {
  const top: number[] = [];
  let least = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (value <= least && (top.length >= many || value <= 0)) continue;
    let place = top.length;
    while (place > 0 && (values[top[place - 1] ?? 0] ?? 0) < value) place -= 1;
    top.splice(place, 0, at);
    if (top.length > many) top.pop();
    if (top.length === many) least = values[top.at(-1) ?? 0] ?? 0;
  }
  return top;
}

export function max(values: Float32Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

export function scaleAll(arrays: readonly Float32Array[], scale: number): void {
  for (const array of arrays) for (let at = 0; at < array.length; at += 1) array[at] = (array[at] ?? 0) * scale;
}
