import { escapeHtml } from '#host/escape-html.ts';

/** How the page is built in a clone. */
export const BUILD_COMMAND = 'npx vite build web';

/** A page with a heading and some sentences, for when the real one cannot be shown. */
export const plainPage = (title: string, sentences: readonly string[], nonce: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style nonce="${escapeHtml(nonce)}">
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 15vh auto; padding: 0 1.5rem; }
code { font-family: ui-monospace, monospace; }
</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1>
${sentences.map((sentence) => `<p>${withCode(sentence)}</p>`).join('\n')}
</main></body>
</html>
`;

const withCode = (sentence: string): string => escapeHtml(sentence).replace(/&#96;(.+?)&#96;/g, '<code>$1</code>');
