import { done, feature, open, type Requirement } from './requirement.ts';

/** What is measured cannot speak for itself: the plan’s words, a blind second author, verdicts that others can check. */
export const NO_WAY_PAST: readonly Requirement[] = [
  ...feature('G11', 'the plan’s words are the measure', [
    done('G11.1', 'criteria of a plan item are read as a checklist'),
    done('G11.2', 'each criterion has a locked RED test mapped to it in the draft'),
    done('G11.3', 'a criterion or a PR without RED needs a person’s word, which is kept'),
    done('G11.4', 'no agent changes the plan, its order or its marks'),
    done('G11.5', 'the reviewer reads what the person asked for, with all that is doubted'),
    done('G11.6', 'a task that is cut smaller keeps the tests it failed on, not their name'),
    done('G11.7', 'a finished item’s title cannot be drafted again'),
  ]),
  ...feature('G12', 'a blind second author', [
    done('G12.1', 'tests from the plan and signatures alone, run by the gate, never shown to the author'),
    done('G12.2', 'the author hears of a failure as behaviour in words; the reviewer sees the test'),
    open('G12.3', 'it is on by default in hosted mode, a switch in connected mode, and its cost is shown'),
  ]),
  ...feature('G13', 'verdicts that others can check', [
    done('G13.1', 'assay prove: the checks of a gated PR on any range of commits, stateless'),
    done('G13.2', 'each merged commit carries an attestation, signed with the person’s key'),
    done('G13.3', 'assay verify: an attestation is held against what is measured again'),
    done('G13.4', 'a ready GitHub action and GitLab job'),
    done('G13.5', 'self-attack as a habit: generated variants of the cheats'),
    done('G13.6', 'reports of prove are JUnit, SARIF and Markdown'),
    done('G13.7', 'a merge that a crash left without its note gets one'),
    open('G13.8', 'prove calls 90 % of honest real commits proven, and none of their twins'),
  ]),
  ...feature('G14', 'no way past the gate', [
    done('G14.1', 'a report that the reported code speaks for is refused, in every runner and import style'),
    done('G14.2', 'what the gate reads cannot be taken back or changed by who writes'),
    done('G14.3', 'a report of tests that did not run, did not end or failed is contradicted'),
    done('G14.4', 'a changed function of which nothing was measured is refused'),
    done('G14.5', 'what must be measured is a setting of the repository, strict by default'),
    done('G14.6', 'what decides how work is measured is what the runner reads, whatever it is called'),
    done('G14.7', 'secrets of the person are not copied into a workspace'),
    done(
      'G14.8',
      'changed functions tell of their calls under the project’s own runner, with the signs of a test hidden',
    ),
    done('G14.9', 'calls are made again in plain processes, methods and inner functions too'),
    done('G14.10', 'assertions of a passing test must have held'),
    done('G14.11', 'a function that is under test elsewhere counts as measured only if a test fails without it'),
    done('G14.12', 'conditions on the surroundings must be seen on both sides'),
    done('G14.13', 'values that only the tests know are found in the code'),
    done('G14.14', 'lines that speak to a reviewer are told as a doubt'),
    done('G14.15', 'docs/cheats.md says what the suite tries, by the suite itself'),
    done('G14.16', 'cheats of a hosted agent are refused through the real driver, with the challenge on'),
    open('G14.17', 'no cheat that is public, generated or kept apart is merged with a blind reviewer'),
    open('G14.18', 'a watched RED step, ava, tap and runners read by JUnit alone'),
  ]),
];
