import type { NeedKind } from '#contracts/http/needs.ts';
import type { NodeTone } from '../run/node-look.ts';
import type { IconName } from './icon.tsx';

export const NEED_LOOK: Readonly<Record<NeedKind, { label: string; icon: IconName; tone: NodeTone }>> = {
  permission: { label: 'Permission', icon: 'tool', tone: 'ask' },
  escalation: { label: 'Escalation', icon: 'advisory', tone: 'ask' },
  failure: { label: 'Failure', icon: 'cross', tone: 'bad' },
  question: { label: 'Question', icon: 'ask', tone: 'ask' },
  budget: { label: 'Budget used up', icon: 'coin', tone: 'warn' },
  paused: { label: 'Paused', icon: 'pause', tone: 'warn' },
  interrupted: { label: 'Interrupted', icon: 'break', tone: 'warn' },
};
