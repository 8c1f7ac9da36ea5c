/** How like a question each piece of code is, from 0 to 1; the pieces' vectors lie one after the other, a byte a number. */
export function chunkMeaning(vectors: Int8Array, question: Float32Array): Float32Array {
  const dim = question.length;
  const count = Math.floor(vectors.length / dim);
  const alike = new Float32Array(count);
  for (let at = 0; at < count; at += 1) {
    const from = at * dim;
    let dot = 0;
    let length = 0;
    for (let k = 0; k < dim; k += 1) {
      const value = vectors[from + k] ?? 0;
      dot += value * (question[k] ?? 0);
      length += value * value;
    }
    alike[at] = length > 0 ? Math.max(0, dot / Math.sqrt(length)) : 0;
  }
  return alike;
}
