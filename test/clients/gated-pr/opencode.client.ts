import { driveGatedPr } from './drive.ts';

driveGatedPr('opencode');
