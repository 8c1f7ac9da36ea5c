import type { Focus } from '#contracts/agent.ts';
import type { Job } from '../state.ts';

/** The folders whose rules an agent is told. A blind side sees nothing that names the other side's file. */
export const testsFocus = ({ spec }: Pick<Job, 'spec'>): Focus => ({
  files: [spec.testPath],
  blindTo: [spec.implPath],
});

export const implFocus = ({ spec }: Pick<Job, 'spec'>): Focus => ({ files: [spec.implPath], blindTo: [spec.testPath] });

/** For agents that may see both. */
export const moduleFocus = ({ spec }: Pick<Job, 'spec'>): Focus => ({
  files: [spec.implPath, spec.testPath],
  blindTo: [],
});
