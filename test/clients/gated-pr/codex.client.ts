import { driveGatedPr } from './drive.ts';

driveGatedPr('codex');
