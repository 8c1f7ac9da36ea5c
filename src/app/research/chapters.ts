import type { Chapter } from '#contracts/stories/chapters.ts';

export const RESEARCH_CHAPTERS: readonly Chapter[] = [
  {
    title: 'Question',
    steps: {
      begin: 'Take the question',
      next: 'Take the next stage',
      analyze: 'Take the question apart',
      pause: 'Show what was found',
      read: 'Read what you replied',
      heard: 'Take it as it was meant',
      leave: 'Ask whether to leave',
    },
    passing: ['begin', 'next', 'heard', 'leave'],
  },
  {
    title: 'Sources',
    steps: { calibrate: 'Look at the web', retrieve: 'Look it up', think: 'Think about what was found' },
  },
  {
    title: 'Answer',
    steps: { synthesize: 'Write the answer', verify: 'Check every sentence against its source' },
  },
];
