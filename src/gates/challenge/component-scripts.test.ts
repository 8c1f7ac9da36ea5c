import { expect, it } from 'vitest';
import { scriptLines } from './component-scripts.ts';

it('a component computes in its scripts, not in its template or style', () => {
  const vue =
    '<template>\n  <b>{{ price }}</b>\n</template>\n<script setup>\nconst price = 1;\n</script>\n<style>\nb {}\n</style>\n';
  expect(scriptLines(vue)).toEqual([{ first: 4, last: 6 }]);
  expect(scriptLines('---\nconst a = 1;\n---\n<b>{a}</b>\n')).toEqual([{ first: 1, last: 3 }]);
  expect(scriptLines('<b>\n<script>\nlet open')).toEqual([{ first: 2, last: 3 }]);
});
