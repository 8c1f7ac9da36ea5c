import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STYLES } from '../cli/command.ts';
import { readFixture } from '../testing/help-fixture.ts';
import { PROGRAMS } from '../testing/programs.ts';
import { deprecationOf } from './deprecation.ts';
import { readOptionLines } from './option-lines.ts';
import { parseHelp } from './parse-help.ts';
import { readUsage } from './usage.ts';

const option = (line: string): string =>
  readOptionLines([line, '      what it does'])
    .map(({ names, arity }) => `${names.join(' ')} ${arity}`)
    .join('; ');

describe('T2 options as helps write them', () => {
  it.each([
    ['  -f, --file <FILE>  Read FILE', '-f --file required'],
    ['  -f, --file=FILE    Read FILE', '-f --file required'],
    ['      --color[=<when>]  When', '--color optional'],
    ['  --color [=WHEN]', '--color optional'],
    ['  -v, --verbose...  More', '-v --verbose none'],
    ['  -S|--save', '-S --save none'],
    ['  --info, -v, --verbose', '--info -v --verbose none'],
    ['  -c, --clean / --dirty   Remove old files', '-c --clean --dirty none'],
    ['  --[no-]progress   show progress', '--progress --no-progress none'],
    ['  -t, --theme [mkdocs|readthedocs]', '-t --theme required'],
    ['  -R, --repo [HOST/]OWNER/REPO   Select', '-R --repo required'],
    ['  --default <TEXT TEXT>...  Default', '--default many'],
    ['  -x, --exec <cmd>...  Execute', '-x --exec program'],
    ['      --registries.d DIR   use DIR', '--registries.d required'],
    ['  -., --hidden    Search hidden', '-. --hidden none'],
    ['  --name-status show names and status of files.', '--name-status none'],
    ['  -a  --text    treat all files as text.', '-a --text none'],
    ['  - a point of a list', ''],
    ['  --, then words', ''],
  ])('%s', (line, read) => {
    expect(option(line)).toBe(read);
  });

  it('are not taken from a description that wraps before an option’s name', () => {
    const lines = [
      '  -d, --diff  Only show lines that changed. Use',
      '              --diff-context=N for more.',
      '  --next',
    ];
    expect(readOptionLines(lines).map(({ names }) => names.join(' '))).toEqual(['-d --diff', '--next']);
  });
});

describe('T2 the options of a usage line', () => {
  it.each([
    ['p [OPTIONS] COMMAND [ARGS]...', { command: true, argument: false }],
    ['p [flags]', { command: false, argument: false }],
    ['p [options] <FILE>', { argument: true }],
    ['p [-h] [--name NAME] {add,remove} ...', { choices: ['add', 'remove'], argument: false }],
    ['p [-v | --verbose] show [-n] <name>', { literals: ['show'], argument: false }],
    ['p (init | list) [<options>]', { literals: ['init', 'list'] }],
    ['p [push [-p | --patch] [--] [<path>...]]', { literals: ['push'], argument: false }],
    ['p [<new> | major]', { literals: [], argument: true }],
    ['p run <command> [-- <args>]', { literals: ['run'], passesOn: true }],
    ['p [-h] [--spec SPEC] app ...', { literals: ['app'], passesOn: true }],
    ['p -C <path> <file>', { argument: true }],
  ])('%s', (form, facts) => {
    expect(readUsage(form, 1)).toMatchObject(facts);
  });
});

describe('T2 deprecation', () => {
  it.each([
    ['DEPRECATED. Use --engine instead.', '--engine'],
    ['deprecated, use ``--upload-buffer`` instead', '--upload-buffer'],
    ['Build (deprecated: in favour of compile)', 'compile'],
    ['This option is deprecated and will go away', null],
  ])('is told by "%s"', (summary, instead) => {
    expect(deprecationOf(summary)).toEqual({ instead });
  });

  it.each(['Deprecate a version of a package', 'Include deprecated packages', 'Show warnings about deprecated calls'])(
    'is not told by "%s"',
    (summary) => {
      expect(deprecationOf(summary)).toBeNull();
    },
  );
});

describe('T2 any text as a help', () => {
  const texts = PROGRAMS.flatMap(({ program }) => [...readFixture(program).answers.values()]).filter(
    (text) => text.length < 4_000,
  );
  const mangled = fc
    .tuple(
      fc.constantFrom(...texts),
      fc.array(fc.tuple(fc.nat(4_000), fc.nat(60), fc.string({ maxLength: 20 })), { maxLength: 6 }),
    )
    .map(([text, cuts]) =>
      cuts.reduce((rest, [at, length, put]) => rest.slice(0, at) + put + rest.slice(at + length), text),
    );
  const numRuns = process.env.ASSAY_SOAK ? 10_000 : 500;

  it('gives a command, never an exception, and no option or command that could not be typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(mangled, fc.string(), fc.string({ unit: fc.constantFrom(...'-=[]<>{}()|., \n\tab:') })),
        fc.constantFrom(...STYLES),
        (text, style) => {
          const command = parseHelp(text, { program: 'p', path: ['x'], style });
          for (const { names } of command.options) for (const name of names) expect(name).toMatch(/^--?[^\s=]+$/);
          for (const { name } of command.commands) expect(name).toMatch(/^[^\s-]\S*$/);
        },
      ),
      { numRuns },
    );
  });
});
