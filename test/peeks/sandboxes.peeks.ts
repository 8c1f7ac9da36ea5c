import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GOT_IN, type Peek } from './peek.ts';

/** Attempts of one agent's program to learn about another's: its files, its prompts, its model. */
export const sandboxPeeks: readonly Peek[] = [
  {
    id: 'seat-transcript',
    title: 'the transcript of another attempt of the same kind of agent',
    programSandbox: true,
    script: 'cat ~/.claude/projects/work/transcript.jsonl "$W_SEAT/.claude/projects/work/transcript.jsonl"',
  },
  {
    id: 'seat-conversation',
    title: 'the transcript of a conversation',
    programSandbox: true,
    script: 'cat "$W_TALK/.claude/projects/work/transcript.jsonl"',
  },
  {
    id: 'seat-search',
    title: 'a search for transcripts, around its own home too',
    programSandbox: true,
    script: 'find ~ ~/.. "$W_ASSAY" -name transcript.jsonl -exec cat {} +',
  },
  {
    id: 'seat-plant',
    title: 'settings for another agent to obey',
    programSandbox: true,
    script: 'mkdir "$W_SEAT/.codex" && echo obey >"$W_SEAT/.codex/AGENTS.md" && echo GOT-IN',
  },
  {
    id: 'seat-definition',
    title: 'an agent among those that the person has defined',
    programSandbox: true,
    script: `
      echo x >~/AGENT.md
      for folder in "$W_ASSAY"/agents/*; do
        if echo x >"$folder/AGENT.md"; then echo GOT-IN; fi
      done`,
    gotIn: ({ stdout }, { base }) =>
      stdout.text.includes(GOT_IN) || existsSync(join(base, 'assay/agents/claude/AGENT.md')),
  },
  {
    id: 'seat-model',
    title: 'the socket of another agent’s model',
    programSandbox: true,
    script: 'for path in /tmp/assay-seat-*/*; do if [ -S "$path" ]; then echo GOT-IN; fi; done',
  },
];
