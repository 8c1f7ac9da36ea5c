import { describe, expect, it } from 'vitest';
import { changedParts } from './manifest-change.ts';

const CARGO = '[package]\nname = "x"\nversion = "0.1.0"\n';

describe('G3.3 manifests of other tools', () => {
  it.each([
    ['setup.cfg', null, '[metadata]\nname = x\n\n[options]\npackages = find:\n\n[bdist_wheel]\nuniversal = 1\n'],
    ['Cargo.toml', CARGO, CARGO.replace('0.1.0', '0.2.0')],
    ['Cargo.toml', CARGO, `${CARGO}[dependencies]\nserde = "1"\n`],
    ['go.mod', 'module a\n\ngo 1.19\n', 'module a\n\ngo 1.19\n\nrequire b v1.0.0\n'],
    ['composer.json', '{}', '{"require": {"monolog/monolog": "^3"}, "version": "2.0"}'],
    ['pom.xml', '<project><dependencies/></project>', '<project><dependencies><dependency/></dependencies></project>'],
    ['build.gradle', "dependencies {\n  a 'b'\n}\ntest { }\n", "dependencies {\n  a 'c'\n}\ntest { }\n"],
  ])('%s may describe and need more', (path, before, after) => {
    expect(changedParts(path, before, after)).toEqual([]);
  });

  it.each([
    ['setup.cfg', null, '[metadata]\nname = x\n[tool:pytest]\naddopts = -k nothing\n', '[tool:pytest]'],
    ['Cargo.toml', CARGO, `${CARGO}[[test]]\nname = "a"\npath = "tests/a.rs"\ntest = false\n`, 'test'],
    ['Cargo.toml', CARGO, CARGO.replace('name', 'autotests = false\nname'), 'package.autotests'],
    ['go.mod', 'module a\n', 'module a\n\nreplace b => ./b\n', 'replace'],
    ['composer.json', '{}', '{"scripts": {"test": "true"}}', 'scripts'],
    ['composer.json', '{}', '{"require-dev": {"phpunit/phpunit": "^9"}}', 'phpunit/phpunit'],
    ['pom.xml', '<project/>', '<project><build><plugins/></build></project>', 'build'],
    ['build.gradle', 'test { }\n', "test { exclude '**' }\n", 'build'],
  ])('%s does not decide again what is tested', (path, before, after, part) => {
    expect(changedParts(path, before, after)).toEqual([part]);
  });
});
