import { describe, expect, it } from 'vitest';
import { waitsForCallback } from './waits-for-callback.ts';

describe('a test that waits to be called back', () => {
  it.each([
    "it('a', function (done) {\n  on('frame', function () { done(); });\n  run();\n});",
    "it('a', (done) => {\n  run((error) => {\n    assert.equal(error, null);\n    done();\n  });\n});",
    "it('a', done => {\n  run(1, done);\n});",
  ])('is seen: %s', (text) => {
    expect(waitsForCallback(text)).toBe(true);
  });

  it.each([
    "it('a', async () => {\n  await new Promise(() => {});\n});",
    "it('a', (done) => {\n  run();\n});",
    "it('a', (done) => {\n  run();\n  done();\n});",
    "it('a', () => {\n  run((done) => done());\n});",
  ])('is not: %s', (text) => {
    expect(waitsForCallback(text)).toBe(false);
  });
});
