/** One row of delimited text. Quoted where a reader could otherwise take it for something else. */
export function writeRow(fields: readonly string[], delimiter: string): string {
  // A single empty field would be an empty line, which readers pass over.
  if (fields.length === 1 && fields[0] === '') return '""';
  return fields.map((field) => writeField(field, delimiter)).join(delimiter);
}

function writeField(field: string, delimiter: string): string {
  const plain = !field.includes('"') && !field.includes(delimiter) && !SPECIAL.test(field);
  return plain ? field : `"${field.replaceAll('"', '""')}"`;
}

const SPECIAL = /[\r\n]|^\s|\s$/;
