import { createHash } from 'node:crypto';
import { EXPORT_ELEMENT } from '#contracts/http/run-export.ts';
import type { Json } from '#contracts/json.ts';
import { scriptJson } from '#host/escape-html.ts';

export interface ExportViewer {
  readonly script: string;
  readonly style: string;
}

export interface ExportPage {
  readonly title: string;
  readonly data: Json;
  /** Shown where there is no viewer, and until it has drawn: already HTML. */
  readonly plain: string;
  readonly viewer: ExportViewer | null;
}

/**
 * One self-contained HTML file. Its policy runs only the scripts it was made with, each by its hash, and forbids all
 * requests: a file that was passed on cannot be made to phone home.
 */
export function exportHtml({ title, data, plain, viewer }: ExportPage): string {
  const script = viewer ? inScript(viewer.script) : null;
  const style = [PLAIN_STYLE, ...(viewer ? [viewer.style] : [])].join('\n').replace(/<\/style/gi, '<\\/style');
  const policy = [
    "default-src 'none'",
    ...(script === null ? [] : [`script-src '${hashOf(script)}'`]),
    // The viewer sets positions and sizes of its own.
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<div id="root">${plain}</div>
<script type="application/json" id="${EXPORT_ELEMENT}">${scriptJson(data)}</script>
${script === null ? '' : `<script type="module">${script}</script>`}
</body>
</html>
`;
}

/** A bundle does not need these in its text; as escapes they mean the same in strings and patterns. */
const inScript = (script: string): string => script.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const PLAIN_STYLE = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
.plain { max-width: 60rem; margin: 2rem auto; padding: 0 1.5rem; }
.plain table { border-collapse: collapse; width: 100%; }
.plain th, .plain td { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top; }
.plain pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.plain .quiet { opacity: .65; }`;
