import { grammarOf } from '#code/symbols/languages.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { protectionOf } from '../../tamper/protected-paths.ts';
import type { ProjectRunner, TreeRunner } from '../../tree-runner.ts';

const DOCS = /\.(md|mdx|rst|txt|adoc|html)$/i;
const MOST_READ = 20_000_000;

export interface MainMentions {
  readonly text: string;
  readonly isCode: boolean;
}

/** The content of main outside of its tests: code and documents. */
export async function mentionedOnMain(
  treeRunner: TreeRunner,
  base: TreeHash,
  runner: ProjectRunner,
): Promise<MainMentions[]> {
  const paths = (await treeRunner.list(base)).filter(
    (path) =>
      (grammarOf(path) !== undefined || DOCS.test(path)) &&
      !/\.(json|lock|ya?ml|toml|svg|css)$/.test(path) &&
      !runner.isTestFile(path) &&
      protectionOf(path) !== 'test-support' &&
      !/(^|\/)(tests?|__tests__|specs?|fixtures)\//.test(path),
  );
  const texts: MainMentions[] = [];
  let size = 0;
  for (let at = 0; at < paths.length && size < MOST_READ; at += 200) {
    for (const [path, text] of await treeRunner.readAll(base, paths.slice(at, at + 200))) {
      texts.push({ text, isCode: !DOCS.test(path) });
      size += text.length;
    }
  }
  return texts;
}
