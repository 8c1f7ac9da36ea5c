import { driveGatedPr } from './drive.ts';

driveGatedPr('claude');
