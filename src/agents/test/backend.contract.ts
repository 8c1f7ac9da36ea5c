import { attemptContract } from './contract/attempt.ts';
import { contractKit } from './contract/kit.ts';
import { limitsContract } from './contract/limits.ts';
import { permissionContract } from './contract/permission.ts';
import { resumeContract } from './contract/resume.ts';
import { seenContract } from './contract/seen.ts';
import { troubleContract } from './contract/trouble.ts';
import type { BackendSubject } from './subject.ts';

/** What every backend does alike, whatever runs behind it. What one cannot do is left out with the reason in view. */
export function backendContract(subject: BackendSubject): void {
  const kit = contractKit(subject);
  attemptContract(kit);
  seenContract(kit);
  permissionContract(kit);
  limitsContract(kit);
  troubleContract(kit);
  resumeContract(kit);
}
