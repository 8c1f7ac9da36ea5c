import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Attacked, citation, edge, file, number, pattern, sentence, symbol } from './facts.ts';

/** The files of an installed package that are used: with built copies, every name would occur twice. */
export interface InstalledPackage extends Attacked {
  readonly copied: readonly string[];
}

/** Facts about two packages that are always there, as the lockfile pins them, and nothing else here has to do with. */
export const installedPackages = (modules: string): InstalledPackage[] => [
  commander(join(modules, 'commander')),
  csvParse(join(modules, 'csv-parse')),
];

/** Counted here, not by what is tried. */
const linesOf = (root: string, path: string): number =>
  readFileSync(join(root, path), 'utf8').match(/\n/g)?.length ?? 0;

function commander(root: string): InstalledPackage {
  const lines = (path: string): number => linesOf(root, path);
  return {
    ...{ repository: 'npm/commander', commit: '', document: 'Readme.md', copied: ['lib', 'index.js', 'Readme.md'] },
    holds: [
      file('The help is written by lib/help.js', 'lib/help.js'),
      file('Spelling suggestions are in lib/suggestSimilar.js', 'lib/suggestSimilar.js'),
      symbol('editDistance counts edits between two words', 'editDistance', 'lib/suggestSimilar.js'),
      symbol('DualOptions tells positive from negative options', 'DualOptions', 'lib/option.js'),
      symbol('Arguments are named by humanReadableArgName', 'humanReadableArgName', 'lib/argument.js'),
      symbol('InvalidArgumentError is thrown for a bad choice', 'InvalidArgumentError', 'lib/error.js'),
      symbol('Help.boxWrap wraps at whitespace', 'Help.boxWrap'),
      symbol('createOption makes an Option', 'createOption', 'index.js'),
      edge('The commands need the options', 'lib/command.js', 'imports', 'lib/option.js'),
      edge('The commands need suggestions', 'lib/command.js', 'imports', 'lib/suggestSimilar.js'),
      edge('Options know errors', 'lib/option.js', 'imports', 'lib/error.js'),
      edge('Suggestions go by distance', 'suggestSimilar', 'calls', 'editDistance'),
      edge('Widths are measured', 'Help.boxWrap', 'calls', 'Help.displayWidth'),
      edge('The file of options defines DualOptions', 'lib/option.js', 'defines', 'DualOptions'),
      pattern('The default width is 80', 'contextOptions.helpWidth ?? 80', 'lib/help.js'),
      pattern('Three edits are the most', 'const maxDistance = 3;', 'lib/suggestSimilar.js'),
      pattern('The code of an invalid argument', "'commander.invalidArgument'", 'lib/error.js'),
      citation(
        'What it is',
        'Readme.md',
        'The complete solution for [node.js](http://nodejs.org) command-line interfaces.',
      ),
      number('Errors are short', 'lines', 'lib/error.js', lines('lib/error.js')),
      number('Suggestions are short', 'lines', 'lib/suggestSimilar.js', lines('lib/suggestSimilar.js')),
      sentence('`editDistance` is called by `suggestSimilar`.'),
      sentence('lib/command.js imports lib/help.js.'),
      sentence('`splitOptionFlags` is defined in lib/option.js.'),
      sentence(`lib/argument.js has ${lines('lib/argument.js')} lines.`),
    ],
    invented: [
      file('The help is written by lib/helps.js', 'lib/helps.js'),
      file('Spelling suggestions are in lib/suggest-similar.js', 'lib/suggest-similar.js'),
      symbol('editDistances counts edits', 'editDistances', 'lib/suggestSimilar.js'),
      symbol('DualOptions lies with the arguments', 'DualOptions', 'lib/argument.js'),
      symbol('humanReadableArgName lies with the help', 'humanReadableArgName', 'lib/help.js'),
      symbol('InvalidArgumentsError is thrown', 'InvalidArgumentsError', 'lib/error.js'),
      symbol('Command.boxWrap wraps', 'Command.boxWrap'),
      symbol('createOptions makes options', 'createOptions', 'index.js'),
      edge('The options need the commands', 'lib/option.js', 'imports', 'lib/command.js'),
      edge('Help needs options', 'lib/help.js', 'imports', 'lib/option.js'),
      edge('Errors know options', 'lib/error.js', 'imports', 'lib/option.js'),
      edge('Distances go by suggestions', 'editDistance', 'calls', 'suggestSimilar'),
      edge('Widths are wrapped', 'Help.displayWidth', 'calls', 'Help.boxWrap'),
      edge('The file of arguments defines DualOptions', 'lib/argument.js', 'defines', 'DualOptions'),
      pattern('The default width is 100', 'contextOptions.helpWidth ?? 100', 'lib/help.js'),
      pattern('Four edits are the most', 'const maxDistance = 4;', 'lib/suggestSimilar.js'),
      pattern('The code of an invalid option', "'commander.invalidOption'", 'lib/error.js'),
      citation('What it is', 'Readme.md', 'The complete solution for deno command-line interfaces.'),
      number('Errors are short', 'lines', 'lib/error.js', lines('lib/error.js') + 1),
      number('Suggestions are short', 'lines', 'lib/suggestSimilar.js', lines('lib/suggestSimilar.js') - 1),
      sentence('`suggestSimilar` is called by `editDistance`.', { kind: 'symbol', name: 'editDistance' }),
      sentence('lib/help.js imports lib/command.js.', { kind: 'file', path: 'lib/help.js' }),
      sentence('`splitOptionFlags` is defined in lib/command.js.', { kind: 'symbol', name: 'splitOptionFlags' }),
      sentence(`lib/argument.js has ${lines('lib/argument.js') + 10} lines.`, {
        kind: 'file',
        path: 'lib/argument.js',
      }),
    ],
  };
}

function csvParse(root: string): InstalledPackage {
  const lines = (path: string): number => linesOf(root, path);
  return {
    ...{ repository: 'npm/csv-parse', commit: '', document: 'README.md', copied: ['lib', 'README.md'] },
    holds: [
      file('Columns are normalised in lib/api/normalize_columns_array.js', 'lib/api/normalize_columns_array.js'),
      symbol('ResizeableBuffer grows by itself', 'ResizeableBuffer', 'lib/utils/ResizeableBuffer.js'),
      symbol('isRecordEmpty looks for empty records', 'isRecordEmpty', 'lib/api/index.js'),
      symbol('CsvError carries a code', 'CsvError', 'lib/api/CsvError.js'),
      symbol('ResizeableBuffer.prepend puts a byte first', 'ResizeableBuffer.prepend'),
      edge('The state has a buffer', 'lib/api/init_state.js', 'imports', 'lib/utils/ResizeableBuffer.js'),
      edge('Options are underscored', 'lib/api/normalize_options.js', 'imports', 'lib/utils/underscore.js'),
      edge('Objects are told', 'normalize_columns_array', 'calls', 'is_object'),
      edge('Deviation is computed', 'delimiter_discover', 'calls', 'std'),
      edge('A full buffer grows', 'ResizeableBuffer.append', 'calls', 'ResizeableBuffer.resize'),
      pattern('It doubles', 'this.size = this.size * 2;', 'lib/utils/ResizeableBuffer.js'),
      pattern('The encoding is utf8', 'options.encoding = "utf8";', 'lib/api/normalize_options.js'),
      citation('It is streamed', 'README.md', 'Follow the Node.js streaming API'),
      number('Little is needed', 'lines', 'lib/utils/is_object.js', lines('lib/utils/is_object.js')),
      sentence('`ResizeableBuffer.prepend` calls `ResizeableBuffer.clone`.'),
      sentence('lib/sync.js imports lib/api/index.js.'),
    ],
    invented: [
      file('Columns are normalised in lib/api/normalise_columns_array.js', 'lib/api/normalise_columns_array.js'),
      symbol('ResizableBuffer grows by itself', 'ResizableBuffer', 'lib/utils/ResizeableBuffer.js'),
      symbol('isRecordEmpty lies with the state', 'isRecordEmpty', 'lib/api/init_state.js'),
      symbol('CsvErrors carry a code', 'CsvErrors', 'lib/api/CsvError.js'),
      symbol('ResizeableBuffer.preppend puts a byte first', 'ResizeableBuffer.preppend'),
      edge('The buffer has a state', 'lib/utils/ResizeableBuffer.js', 'imports', 'lib/api/init_state.js'),
      edge('Underscores need options', 'lib/utils/underscore.js', 'imports', 'lib/api/normalize_options.js'),
      edge('Objects are normalised', 'is_object', 'calls', 'normalize_columns_array'),
      edge('Deviation discovers', 'std', 'calls', 'delimiter_discover'),
      edge('A growing buffer appends', 'ResizeableBuffer.resize', 'calls', 'ResizeableBuffer.append'),
      pattern('It triples', 'this.size = this.size * 3;', 'lib/utils/ResizeableBuffer.js'),
      pattern('The encoding is utf16', 'options.encoding = "utf16le";', 'lib/api/normalize_options.js'),
      citation('It is not streamed', 'README.md', 'Ignore the Node.js streaming API'),
      number('Little is needed', 'lines', 'lib/utils/is_object.js', lines('lib/utils/is_object.js') + 2),
      sentence('`ResizeableBuffer.clone` calls `ResizeableBuffer.prepend`.'),
      sentence('lib/api/index.js imports lib/sync.js.', { kind: 'file', path: 'lib/sync.js' }),
    ],
  };
}
