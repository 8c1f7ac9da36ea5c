/**
 * Positions in a row, each at least `gaps[i]` after the previous one, together as near as possible to their preferred
 * ones (least squares, by pooling conflicting ones).
 */
export function spreadColumns(wanted: readonly number[], gaps: readonly number[]): number[] {
  const offsets: number[] = [];
  let sum = 0;
  for (const gap of gaps) {
    sum += gap;
    offsets.push(sum);
  }
  const pools: { total: number; size: number }[] = [];
  for (const [index, want] of wanted.entries()) {
    let pool = { total: want - (offsets[index] ?? 0), size: 1 };
    for (let last = pools.at(-1); last && last.total / last.size > pool.total / pool.size; last = pools.at(-1)) {
      pool = { total: pool.total + last.total, size: pool.size + last.size };
      pools.pop();
    }
    pools.push(pool);
  }
  const places = pools.flatMap(({ total, size }) => Array.from({ length: size }, () => total / size));
  return places.map((at, index) => at + (offsets[index] ?? 0));
}
