import { filePeeks } from './files.peeks.ts';
import { gitPeeks } from './git.peeks.ts';
import { kernelPeeks } from './kernel.peeks.ts';
import { limitPeeks } from './limits.peeks.ts';
import { networkPeeks } from './network.peeks.ts';
import type { Peek } from './peek.ts';
import { processPeeks } from './processes.peeks.ts';
import { sandboxPeeks } from './sandboxes.peeks.ts';
import { survivalPeeks } from './survival.peeks.ts';

export const peekGroups: Readonly<Record<string, readonly Peek[]>> = {
  files: filePeeks,
  git: gitPeeks,
  processes: processPeeks,
  network: networkPeeks,
  kernel: kernelPeeks,
  limits: limitPeeks,
  survival: survivalPeeks,
  programSandboxes: sandboxPeeks,
};

export const allPeeks: readonly Peek[] = Object.values(peekGroups).flat();
