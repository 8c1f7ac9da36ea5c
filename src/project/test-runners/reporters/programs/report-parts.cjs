// Shared by our reporters. They run where nothing of Assay can be imported, under any Node since 18.

const show = (value) => {
  if (value === undefined || typeof value === 'string') return value;
  try {
    return inspect(value, { depth: 6, breakLength: 100, sorted: true }).slice(0, 4000);
  } catch {
    return String(value);
  }
};
// biome-ignore lint/correctness/noUnusedVariables: the reporters that begin with this use it
const tell = (error, depth = 0) => {
  if (error === null || typeof error !== 'object') return { message: String(error) };
  const has = (key) => error[key] !== undefined && Object.hasOwn(error, key);
  return {
    name: typeof error.name === 'string' ? error.name : undefined,
    message: String(error.message ?? '').slice(0, 20000),
    stack: typeof error.stack === 'string' ? error.stack.slice(0, 20000) : undefined,
    code: typeof error.code === 'string' ? error.code : undefined,
    operator: typeof error.operator === 'string' ? error.operator : undefined,
    expected: has('expected') ? show(error.expected) : undefined,
    actual: has('actual') ? show(error.actual) : undefined,
    cause: error.cause && depth < 3 ? tell(error.cause, depth + 1) : undefined,
  };
};
// biome-ignore lint/correctness/noUnusedVariables: the reporters that begin with this use it
const write = (report) => {
  writeFileSync(`${OUT}.part`, JSON.stringify({ assay: 1, unhandled: [], ...report }));
  renameSync(`${OUT}.part`, OUT);
};
