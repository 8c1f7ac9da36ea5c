import type { ImportFact, TestFact } from '#code/facts/fact-types.ts';
import type { Command } from '#contracts/exec.ts';

/** Names in the language's own terms, for the prompts. Plain data: a template sees nothing else of a language. */
export interface LanguageWords {
  readonly language: string;
  /** `vitest with fast-check`. */
  readonly tests: string;
  /** How a test file imports the module. */
  readonly importLine: string;
  readonly property: string;
  readonly build: string;
}

/**
 * Everything the workflow needs to support a language. To add one, write a file like this and list it in
 * `languages.ts`.
 */
export interface LanguageAdapter {
  readonly name: string;
  readonly extensions: readonly string[];
  /** As `code/facts` and `code/mutants` know it. */
  readonly grammar: string;
  /** The adapter of `project/test-runners` that runs its tests. */
  readonly runner: string;
  /** What stubs throw: a unique name, and the text that declares it at the top of the module. */
  readonly sentinel: { readonly name: string; readonly declaration: string };
  isTestPath(path: string): boolean;
  /** Whether an import in the test file means the module. */
  isModule(imported: string, testPath: string, implPath: string): boolean;
  /** Whether a test checks a property on inputs that it did not choose itself. */
  isProperty(test: TestFact, imports: readonly ImportFact[]): boolean;
  /** A signature as written by a person, turned into something that can be stubbed. */
  signaturesToBodies?(text: string, functions: readonly string[]): Promise<string>;
  /** The skeleton with stubs that return nothing instead of throwing. */
  returning(skeleton: string): string;
  /** Checks the module without running it; null where the project has no such thing. */
  build(implPath: string, files: readonly string[]): Command | null;
  words(implPath: string, testPath: string): LanguageWords;
}
