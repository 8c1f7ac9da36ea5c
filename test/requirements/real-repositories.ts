import { done, feature, open, type Requirement } from './requirement.ts';

/** Projects as they are: dependencies, units, runners, languages. */
export const REAL_REPOSITORIES: readonly Requirement[] = [
  ...feature('G10', 'real repositories: the gate works on projects as they are', [
    done('G10.1', 'dependencies as the person has them, in both modes'),
    done('G10.2', 'runners are started as the project’s own script or configuration starts them'),
    done('G10.3', 'a project is a set of units, found by their manifests'),
    done('G10.4', 'without a sandbox connected mode measures where a person allows it'),
    done('G10.5', 'maintainers’ commits are replayed, honest and as cheats, by one command'),
    done('G10.6', 'Python’s unittest is run, read, tampered with and challenged like any runner'),
    done('G10.7', 'a language without a proof pack is refused until a person waives it, and said ever after'),
    done('G10.8', 'a new dependency is a request that a person grants'),
    open('G10.9', 'the rest of it'),
  ]),
];
