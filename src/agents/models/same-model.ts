/**
 * Whether the model that answered is the requested one: the same name, or a dated snapshot of it. Aliases (`-latest`,
 * `-0`, Ollama's `:latest`) are resolved.
 */
export function isSameModel(asked: string, answered: string): boolean {
  const [wanted, got] = [asked.toLowerCase(), answered.toLowerCase()];
  if (wanted === got) return true;
  const stem = wanted.replace(/(?:-latest|:latest)$/, '');
  if (got === stem || got === `${stem}:latest`) return true;
  const stems = [stem, ...(/-\d+-0$/.test(stem) ? [stem.slice(0, -2)] : [])];
  return stems.some((each) => got.startsWith(each) && DATE.test(got.slice(each.length)));
}

/** `-20250929`, `-2025-08-07`, `-0613`. */
const DATE = /^[-@](?:20\d{6}|20\d\d-\d\d-\d\d|\d{4})$/;
