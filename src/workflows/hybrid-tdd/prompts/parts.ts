import { asSentence } from '#contracts/errors.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { FunctionDesign } from '../claims.ts';
import type { Hint } from '../decide/holes.ts';
import type { Spec } from '../spec.ts';
import type { Feedback } from '../state.ts';

export const sections = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join('\n\n');

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

const titled = (title: string, lines: readonly string[]): string | null =>
  lines.length === 0 ? null : `## ${title}\n${bullets(lines)}`;

export const specSection = (spec: Spec): string =>
  sections(
    `# ${spec.module}\n${spec.description}`,
    titled('Acceptance criteria', spec.criteria),
    titled(
      'Examples',
      spec.examples.map(
        ({ input, output, description }) => `${input} → ${output}${description ? ` (${description})` : ''}`,
      ),
    ),
    titled(
      'Properties that must hold',
      spec.properties.map(({ name, about, invariant }) => `${name} (${about}): ${invariant}`),
    ),
  );

export function functionsSection(functions: readonly FunctionDesign[]): string {
  const one = ({ name, signature, behaviour, examples, properties }: FunctionDesign): string =>
    [
      `### ${name}: \`${signature}\``,
      behaviour,
      'Examples:',
      ...examples.map(
        (each, at) =>
          `${at}. ${each.description}${each.edgeCase ? ' (edge case)' : ''}: ${each.input} → ${each.expected}`,
      ),
      'Property sketches:',
      ...properties.map((each) => `- ${each.name} (${each.type}): ${each.description} Invariant: ${each.invariant}`),
    ].join('\n');
  const ordered = functions.toSorted((a, b) => a.priority - b.priority);
  return `## Functions\n${ordered.map(one).join('\n\n')}`;
}

export const hintsSection = (hints: readonly Hint[]): string | null =>
  titled(
    'Where the types are weak',
    hints.map(({ context, guidance }) => `${context} → ${guidance}`),
  );

export const feedbackSection = (feedback: Feedback | null): string | null =>
  feedback === null
    ? null
    : sections(
        titled(
          'Your last attempt was refused',
          feedback.problems.map(
            (problem) => `${problem.code}${placeOf(problem)}: ${asSentence(problem.message)} ${problem.next}`,
          ),
        ) ?? '',
        titled('What you had claimed', feedback.names),
        `## What is on disk\n${feedback.kept ? KEPT : ANEW}`,
      );

const KEPT = 'Your files are as you left them. Fix them, and claim everything they contain.';
const ANEW = 'Your workspace was reset: it contains nothing of the refused attempt.';

const placeOf = ({ file, line }: Refusal): string =>
  file === undefined ? '' : ` (${file}${line === undefined ? '' : `, line ${line}`})`;
