import { done, feature, open, type Requirement } from './requirement.ts';

/** The plan’s words as the measure, a blind second author, verdicts that others can check. */
export const NO_WAY_PAST: readonly Requirement[] = [
  ...feature('G11', 'the plan’s words are the measure', [
    done('G11.1', 'criteria of a plan item are read as a checklist'),
    done('G11.2', 'each criterion has a locked RED test mapped to it in the draft'),
    done('G11.3', 'a criterion or a PR without RED needs a person’s word, which is kept'),
    done('G11.4', 'no agent changes the plan, its order or its marks'),
    open('G11.5', 'the rest of it'),
  ]),
  ...feature('G12', 'a blind second author', [
    done('G12.1', 'tests from the plan and signatures alone, run by the gate, never shown to the author'),
    open('G12.2', 'the rest of it'),
  ]),
  ...feature('G13', 'verdicts that others can check', [
    done('G13.1', 'assay prove: the checks of a gated PR on any range of commits, stateless'),
    done('G13.2', 'each merged commit carries an attestation, signed with the person’s key'),
    done('G13.3', 'assay verify: an attestation is held against what is measured again'),
    done('G13.4', 'a ready GitHub action and GitLab job'),
    done('G13.5', 'self-attack as a habit: generated variants of the cheats'),
    open('G13.6', 'the rest of it'),
  ]),
];
