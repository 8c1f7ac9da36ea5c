import { done, feature, open, type Requirement } from './requirement.ts';

/** Small tools that cannot be misused. */
export const TOOLBELT: readonly Requirement[] = [
  ...feature('T1', 'find-binary', [
    done('T1.1', 'PATH, the project’s own bins up to two folders above, and the usual places are searched'),
    done('T1.2', 'the path to run and the file behind the link are given; programs that cannot run are named'),
    done('T1.3', 'a version that is too old is skipped'),
    done('T1.4', 'results are cached per workspace, and checked again when anything changed'),
    done('T1.5', 'a missing program is answered with every place searched and the nearest names'),
    done('T1.6', 'no program is started unless a version is requested'),
    open('T1.7', 'less than 100 ms cold and 10 ms cached (npm run bench -- find-binary)'),
  ]),
  ...feature('T2', 'docs check', [
    done('T2.1', 'the commands of a program are read from its help, whichever library printed it'),
    done('T2.2', 'every command that a document shows is read, in blocks, sessions, pipes and behind wrappers'),
    done('T2.3', 'drift is reported by file and line: unknown, renamed, deprecated'),
    done('T2.4', 'a command reference is made from the binary, and has no drift'),
    done('T2.5', 'drift fails CI, with a diff that can be applied'),
    done('T2.6', 'a sound document raises no alarm'),
  ]),
  ...feature('T3', 'schema', [
    done('T3.1', 'fields, types, operators and examples of a source are shown'),
    done('T3.2', 'they come as JSON, YAML or a table'),
    done('T3.3', 'a clause is checked before it runs: an accepted one runs'),
    done('T3.4', 'an unknown field is answered with the nearest names'),
    done('T3.5', 'a wrong operator or type is answered with what fits'),
  ]),
  ...feature('T4', 'shell check', [
    done('T4.1', 'non-POSIX syntax is named, and rewritten where possible'),
    done('T4.2', 'a rewrite does in dash and bash what the original does in bash'),
    done('T4.3', 'the shells that are present are asked, and nothing is run'),
    done('T4.4', 'words are quoted so that any shell gives them back'),
  ]),
  ...feature('T5', 'preview', [
    done('T5.1', 'a preview is valid in its own format, with the first N items'),
    done('T5.2', 'what surrounds the data is kept'),
    done('T5.3', 'totals of large files are estimated and labelled so, and exact when asked for'),
    done('T5.4', 'suggested queries were run'),
    done('T5.5', 'a fault is reported by line, column and byte, with the bytes escaped'),
    open('T5.6', 'huge files take constant memory (npm run bench -- preview)'),
  ]),
  ...feature('T6', 'read', [
    done('T6.1', 'a file is read by its structure: symbol, key path, rows, lines'),
    done('T6.2', 'a part of a large file is valid, and not all of it is read'),
    done('T6.3', 'a file that is not what it says is shown as escaped bytes, with the reason'),
  ]),
  ...feature('T7', 'checkpoint', [
    done('T7.1', 'a killed job continues: finished steps are skipped, failed ones are retried'),
    done('T7.2', 'a step that may not run twice is a question'),
    done('T7.3', 'inputs and outputs are checked: a missing declared output is a failure'),
    done('T7.4', 'damage is reported with the choices'),
    done('T7.5', 'start fresh archives and deletes nothing'),
  ]),
  ...feature('T8', 'the toolbelt through its commands: past mistakes', [
    done('T8.1', 'find-binary searches up to the top of the repository'),
    done('T8.2', 'preview shows path and total of a collection inside objects'),
    done('T8.3', 'preview and read take JSON with comments, and large TOML exactly'),
    done('T8.4', 'read picks a section of Markdown, and recognises a script without an extension'),
    done('T8.5', 'shell-check takes files'),
    done('T8.6', 'docs-check leaves a script’s own options alone'),
    done('T8.7', 'checkpoint runs what follows again when a new result differs'),
    done('T8.8', 'a switch that is on by default can be turned off'),
    done('T8.9', 'our agents have the toolbelt, on copies of files of their folder'),
  ]),
];
