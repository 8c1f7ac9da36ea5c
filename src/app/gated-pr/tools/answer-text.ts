import type { Answer, CallReason } from '#workflows/gated-pr/call.ts';

/** The limit for a model at once; the full text is in the evidence. */
const MOST = 40_000;
const KEPT_END = 10_000;

/** An answer in words: the result, why and what to do, then the output. */
export function answerText(answer: Answer): string {
  const { status, output, reasons, refused, ticket, evidence } = answer;
  const said = output === reasons.map(({ message }) => message).join('\n') ? '' : output;
  return [
    refused ? `${status} (refused: nothing was measured, nothing was counted)` : status,
    ...(ticket === undefined ? [] : [`ticket: ${ticket}`]),
    ...reasons.map(reasonText),
    ...(said === '' ? [] : [status === 'SUCCESS' ? said : `Output:\n${said}`]),
    ...(evidence.length === 0 ? [] : [`Measured: ${evidence.map(({ summary }) => summary).join('; ')}`]),
  ].join('\n\n');
}

const reasonText = ({ code, message, next, file, line }: CallReason): string => {
  const at = file === undefined || message.includes(file) ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
  return `${code}: ${message}${at}\nNext: ${next}`;
};

/** The same answer with an output that fits a model's context, with a note about what is left out. */
export function shortened(answer: Answer): Answer {
  const { output } = answer;
  if (output.length <= MOST) return answer;
  const left = output.length - MOST;
  const head = output.slice(0, MOST - KEPT_END);
  const cut = `${head}\n… ${left} characters are left out here; all of it is kept as evidence …\n`;
  return { ...answer, output: `${cut}${output.slice(-KEPT_END)}` };
}
