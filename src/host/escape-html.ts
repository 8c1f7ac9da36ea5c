/** Escapes text for an element and for a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/**
 * JSON for a `<script>`: it can neither end the element nor open a comment, and has none of the two line separators
 * that old parsers reject. It is still the same JSON.
 */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/>/g, '\\u003e')
    .replace(/&/g, '\\u0026')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
