const TOOLS = /\b(get_task|submit_work|check_work|request_scope_reduction|escalate_for_external_help)\b/;

/**
 * Pure. A next step in the words of a hosted agent: refusals are written for clients, which call tools; a hosted agent
 * has no tools and returns a claim.
 */
export function forHosted(text: string): string {
  return text
    .replaceAll(/\b([Cc])all submit_work\b/g, '$1laim')
    .split(/(?<=[.;:!?])\s+/)
    .filter((sentence) => !TOOLS.test(sentence))
    .join(' ')
    .replace(/;$/, '.');
}
