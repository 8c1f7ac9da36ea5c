import { ChatTurn, type TurnPart } from '#contracts/chat-turn.ts';
import { SessionHeader } from '#contracts/session-file.ts';
import { escapeHtml } from '#host/escape-html.ts';

/**
 * A conversation as one self-contained page: no script, no external address. The browser can search every turn; only
 * visible ones are laid out, so ten thousand of them open at once.
 */
export function sessionPage(lines: readonly string[]): string {
  const [first = '', ...rest] = lines;
  const header = SessionHeader.parse(JSON.parse(first));
  const turns = rest.map((line) => ChatTurn.parse(JSON.parse(line)));
  const facts = [
    `${turns.length} turns`,
    day(header.createdAt),
    header.status,
    ...header.labels.map((label) => `#${label}`),
    ...(header.simulated ? ['simulated: a scripted model answered'] : []),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(header.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(header.title)}</h1>
<p class="quiet">${escapeHtml(facts.join(' · '))}</p>
<ol>
${turns.map(turnHtml).join('\n')}
</ol>
</main>
</body>
</html>
`;
}

function turnHtml({ by, at, parts, state, error }: ChatTurn): string {
  const who = by === 'person' ? 'You' : 'Agent';
  const ended = by === 'agent' && state !== 'done' ? ` · ${state}` : '';
  const wrong = error ? `<p class="wrong">${escapeHtml(error.message)}</p>` : '';
  return `<li class="${by}"><p class="quiet">${who} · <time datetime="${new Date(at).toISOString()}">${day(at)}</time>${ended}</p>${parts.map(partHtml).join('')}${wrong}</li>`;
}

function partHtml(part: TurnPart): string {
  if (part.type === 'text') return `<div class="text">${escapeHtml(part.text)}</div>`;
  const { title, state, detail } = part.activity;
  const line = `${escapeHtml(title)}${state === 'done' ? '' : ` (${state})`}`;
  if (detail === null) return `<p class="quiet">${line}</p>`;
  const text = typeof detail === 'string' ? detail : JSON.stringify(detail, null, 2);
  return `<details><summary>${line}</summary><pre tabindex="0">${escapeHtml(text)}</pre></details>`;
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

const STYLE = `:root { color-scheme: light dark; font: 15px/1.55 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 52rem; margin: 2rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.35rem; }
ol { list-style: none; padding: 0; }
li { content-visibility: auto; contain-intrinsic-size: auto 8rem; margin: 0 0 1rem; padding: .7rem 1rem; border: 1px solid color-mix(in srgb, currentColor 18%, transparent); border-radius: .6rem; }
li.person { background: color-mix(in srgb, currentColor 6%, transparent); }
.text, pre { white-space: pre-wrap; overflow-wrap: anywhere; }
pre { max-height: 24rem; overflow: auto; font-size: .85rem; }
details, .quiet { font-size: .85rem; color: color-mix(in srgb, currentColor 72%, transparent); margin: .25rem 0; }
.wrong { color: light-dark(#b00020, #ff8a80); }`;
