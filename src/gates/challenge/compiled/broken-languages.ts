import { posix } from 'node:path';

/** Where a test that must fail is to be written. */
export interface CanaryPlace {
  /** A file of the change, and its text. */
  readonly beside: string;
  readonly text: string;
  readonly name: string;
  /** The unit's folder. */
  readonly root: string;
  /** An existing test file. */
  readonly near: { readonly path: string; readonly text: string } | null;
  isTestFile(path: string): boolean;
}

/** A language whose code cannot be watched while it runs: how it is broken, and what a test of it looks like. */
export interface BrokenLanguage {
  readonly grammar: string;
  /** A statement that ends a function at once. */
  readonly fail: string;
  /** A file with a test that must fail; null where none would be found. */
  canary(place: CanaryPlace): { readonly path: string; readonly text: string } | null;
  readonly functions: RegExp;
  /** Whether a body begins with a statement instead of a brace. */
  readonly bare?: boolean;
}

/** Ruby, PHP and Java are broken as Go and Rust are; their functions are not yet called outside of their tests. */
const RUBY = { grammar: 'ruby', fail: '(raise "gutted"); ', functions: /^(singleton_)?method$/, bare: true } as const;

export const BROKEN_LANGUAGES: Readonly<Record<string, BrokenLanguage>> = {
  minitest: {
    ...RUBY,
    canary: ({ name, root }) => ({
      path: posix.join(root, 'test', `${name.toLowerCase()}_test.rb`),
      text: `require "minitest/autorun"\n\nclass ${name} < Minitest::Test\n  def test_${name.toLowerCase()}\n    assert_equal 3, 1 + 1\n  end\nend\n`,
    }),
  },
  rspec: {
    ...RUBY,
    canary: ({ name, root }) => ({
      path: posix.join(root, 'spec', `${name.toLowerCase()}_spec.rb`),
      text: `RSpec.describe "${name}" do\n  it "${name}" do\n    expect(1 + 1).to eq(3)\n  end\nend\n`,
    }),
  },
  phpunit: {
    grammar: 'php',
    fail: ' throw new \\Error("gutted"); ',
    functions: /^(function_definition|method_declaration)$/,
    canary: phpCanary,
  },
  maven: {
    grammar: 'java',
    // Code after a plain `throw` would not compile.
    fail: ' if (true) throw new RuntimeException("gutted"); ',
    functions: /^method_declaration$/,
    canary: javaCanary,
  },
  'go test': {
    grammar: 'go',
    fail: ' panic("gutted"); ',
    functions: /^(function|method)_declaration$/,
    canary: ({ beside, text, name }) => {
      const [, own] = /^package\s+(\w+)/m.exec(text) ?? [];
      if (own === undefined) return null;
      return {
        path: posix.join(posix.dirname(beside), `${name.toLowerCase()}_test.go`),
        text: `package ${own}\n\nimport "testing"\n\nfunc Test${name}(t *testing.T) {\n\tif 1+1 != 3 {\n\t\tt.Fatal("two")\n\t}\n}\n`,
      };
    },
  },
  'cargo test': {
    grammar: 'rust',
    fail: ' panic!("gutted"); ',
    functions: /^function_item$/,
    canary: ({ beside, text, name }) => ({
      path: beside,
      text: `${text}\n#[cfg(test)]\n#[test]\nfn ${name.toLowerCase()}() {\n    assert_eq!(1 + 1, 3);\n}\n`,
    }),
  },
};

export const isCompiled = ({ runner }: { readonly runner: string }): boolean => Object.hasOwn(BROKEN_LANGUAGES, runner);

/**
 * A class of its own, or, where the configuration lists each file, another method of the only class in an existing one.
 */
function phpCanary({ name, near, isTestFile }: CanaryPlace): ReturnType<BrokenLanguage['canary']> {
  if (near === null) return null;
  const method = `    public function test${name}(): void\n    {\n        $this->assertSame(3, 1 + 1);\n    }\n`;
  const path = posix.join(posix.dirname(near.path), `${name}Test.php`);
  if (isTestFile(path))
    return {
      path,
      text: `<?php\n\nfinal class ${name}Test extends \\PHPUnit\\Framework\\TestCase\n{\n${method}}\n`,
    };
  const end = near.text.lastIndexOf('}');
  if (
    end < 0 ||
    (near.text.match(/^\s*((abstract|final|readonly)\s+)*(class|trait|interface|enum|function)\s/gm) ?? []).length !== 1
  )
    return null;
  return { path: near.path, text: `${near.text.slice(0, end)}\n${method}${near.text.slice(end)}` };
}

/** Of the JUnit version that the tests beside it use. */
function javaCanary({ name, near }: CanaryPlace): ReturnType<BrokenLanguage['canary']> {
  const own = near?.path.endsWith('.java') ? near.text : '';
  const isFive = own.includes('org.junit.jupiter');
  if (near === null || !(isFive || /\borg\.junit\.(Test|\*)/.test(own))) return null;
  const [, folder] = /^\s*package\s+([\w.]+)\s*;/m.exec(own) ?? [];
  const [test, asserts] = isFive
    ? ['org.junit.jupiter.api.Test', 'org.junit.jupiter.api.Assertions']
    : ['org.junit.Test', 'org.junit.Assert'];
  return {
    path: posix.join(posix.dirname(near.path), `${name}Test.java`),
    text: `${folder === undefined ? '' : `package ${folder};\n\n`}public class ${name}Test {\n  @${test}\n  public void ${name.toLowerCase()}() {\n    ${asserts}.assertEquals(3, 1 + 1);\n  }\n}\n`,
  };
}
