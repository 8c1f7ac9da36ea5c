import { backendContract } from '../testing/backend.contract.ts';
import { nativeSubject, WIRES } from './testing/native-subject.ts';

for (const wire of Object.values(WIRES)) backendContract(nativeSubject(wire));
