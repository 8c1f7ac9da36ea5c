import { done, feature, open, type Requirement } from './requirement.ts';

/** What stands beside the workflows: simulator, sharing, attestations, telemetry. */
export const PLATFORM: readonly Requirement[] = [
  done('X1', 'model simulator'),
  ...feature('X2', 'distributed executor', [
    open('X2.1', 'node tasks are taken by workers on other machines; a killed worker loses nothing'),
  ]),
  done('X3', 'a run shared as one HTML file'),
  done('X4', 'attestations; assay verify, assay prove BASE..HEAD in anybody’s CI'),
  ...feature('X5', 'an adversary against our own gates and a replay of real commits, as commands', [
    done('X5.1', 'a command lets an adversary try our own gates'),
    open('X5.2', 'the rest of it'),
  ]),
  done('X6', 'a run as an OpenTelemetry trace, live and afterwards'),
];
