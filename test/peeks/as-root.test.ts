import { describePeeks } from './describe-peeks.ts';

describePeeks('root');
