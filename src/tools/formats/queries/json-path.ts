/** A path as jq and both programs called yq read it: `.a.b`, `.["odd key"]`. */
export function jqPath(keys: readonly string[]): string {
  if (keys.length === 0) return '.';
  return keys
    .map((key, index) => (isIdentifier(key) ? `.${key}` : `${index === 0 ? '.' : ''}[${JSON.stringify(key)}]`))
    .join('');
}

const isIdentifier = (key: string): boolean => /^[A-Za-z_]\w*$/.test(key);
