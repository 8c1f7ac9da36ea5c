import type { ShellNode } from '#code/shell-tree.ts';
import type { CommandRedirect } from '#contracts/policy.ts';
import { anyWord, wordOf } from './word.ts';

/** The files a redirection opens. Copies of descriptors (`2>&1`) and here-documents open none. */
export function redirectOf(node: ShellNode): CommandRedirect[] {
  if (node.type !== 'file_redirect') return [];
  const operator = node.children.find(({ named, field }) => !named && field === null)?.text ?? '';
  const destination = node.children.find(({ field }) => field === 'destination');
  if (!destination) return operator.endsWith('&-') ? [] : [{ kind: 'write', target: anyWord(node.text) }];
  if (destination.type === 'process_substitution') return [];
  const target = wordOf(destination);
  // `>&file` writes a file; `>&2` and `>&-` do not.
  if (operator.endsWith('&') && target.value !== null && /^(?:\d+-?|-)$/.test(target.value)) return [];
  if (operator === '<' || operator === '<&') return [{ kind: 'read', target }];
  return [{ kind: 'write', target }];
}

const NOWHERE = /^\/dev\/(?:null|stdout|stderr|zero|tty|fd\/\d+)$/;

/** A device that only looks like a file. */
export const isNowhere = ({ target }: CommandRedirect): boolean => target.value !== null && NOWHERE.test(target.value);

/** In bash, a connection to another machine that looks like a file. */
export const isNetwork = ({ target }: CommandRedirect): boolean => /^\/dev\/(?:tcp|udp)\//.test(target.prefix);
