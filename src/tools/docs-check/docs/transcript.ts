import { PROMPT } from './read-markdown.ts';

/**
 * The typed text of a terminal session, with the output blanked out; lines stay where they are. A command continues
 * over lines that end in a backslash, to the end of its here-documents, and while a quote is open.
 */
export function typedOnly(text: string): string {
  const lines = text.split('\n');
  const typed: string[] = [];
  let going = '';
  for (const line of lines) {
    const prompt = PROMPT.exec(line)?.[0];
    if (going !== '' && goesOn(going) && prompt === undefined) {
      const rest = line.replace(/^> /, '');
      going += `\n${rest}`;
      typed.push(rest);
    } else if (prompt !== undefined) {
      going = line.slice(prompt.length);
      typed.push(going);
    } else {
      going = '';
      typed.push('');
    }
  }
  return typed.join('\n');
}

function goesOn(command: string): boolean {
  if (/(?:\\|&&|\|\||\|)$/.test(command)) return true;
  const marker = /<<-?\s*\\?(['"]?)(\w+)\1/.exec(command)?.[2];
  if (marker !== undefined) return !command.split('\n').some((line, at) => at > 0 && line.trim() === marker);
  return openQuote(command);
}

function openQuote(command: string): boolean {
  let open = '';
  for (let at = 0; at < command.length; at += 1) {
    const char = command[at] ?? '';
    if (char === '\\' && open !== "'") at += 1;
    else if (open === '' && (char === "'" || char === '"')) open = char;
    else if (char === open) open = '';
  }
  return open !== '';
}
