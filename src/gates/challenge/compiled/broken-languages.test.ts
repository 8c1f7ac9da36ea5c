import { describe, expect, it } from 'vitest';
import { BROKEN_LANGUAGES } from './broken-languages.ts';

const place = { beside: 'src/Cart.php', text: '', name: 'Qa', root: '.' };
const text = '<?php\nclass CartTest extends TestCase\n{\n    public function testA(): void\n    {\n    }\n}\n';
const canary = (isTestFile: (path: string) => boolean, near: string | null = text) =>
  BROKEN_LANGUAGES.phpunit?.canary({
    ...{ ...place, isTestFile },
    near: near === null ? null : { path: 'tests/CartTest.php', text: near },
  });

describe('a phpunit test that must fail', () => {
  it('is a class next to the others, or a method in a file that the configuration names', () => {
    expect(canary(() => true)).toMatchObject({
      path: 'tests/QaTest.php',
      text: expect.stringContaining('class QaTest'),
    });
    const within = canary((path) => path === 'tests/CartTest.php');
    expect(within?.path).toBe('tests/CartTest.php');
    expect(within?.text).toMatch(/testA[\s\S]*testQa[\s\S]*\n}\n$/);
  });

  it('is not written where the runner might not find it', () => {
    expect(canary(() => true, null)).toBe(null);
    expect(canary(() => false, `${text}class Helper\n{\n}\n`)).toBe(null);
  });
});
