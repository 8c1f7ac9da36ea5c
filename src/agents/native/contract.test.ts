import { backendContract } from '../test/backend.contract.ts';
import { nativeSubject, WIRES } from './test/native-subject.ts';

for (const wire of Object.values(WIRES)) backendContract(nativeSubject(wire));
