import { attemptContract } from './contract/attempt.ts';
import { contractKit } from './contract/kit.ts';
import { limitsContract } from './contract/limits.ts';
import { permissionContract } from './contract/permission.ts';
import { resumeContract } from './contract/resume.ts';
import { seenContract } from './contract/seen.ts';
import { troubleContract } from './contract/trouble.ts';
import type { BackendSubject } from './subject.ts';

/** The behaviour that all backends share. Features that a backend lacks are skipped with a visible reason. */
export function backendContract(subject: BackendSubject): void {
  const kit = contractKit(subject);
  attemptContract(kit);
  seenContract(kit);
  permissionContract(kit);
  limitsContract(kit);
  troubleContract(kit);
  resumeContract(kit);
}
