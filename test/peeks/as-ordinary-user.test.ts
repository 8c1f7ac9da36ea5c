import { describePeeks } from './describe-peeks.ts';

describePeeks('an ordinary user');
