import { driveGatedPr } from './drive.ts';

driveGatedPr('gemini');
