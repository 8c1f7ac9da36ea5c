import { expect, it } from 'vitest';
import { unitEnv } from './unit-env.ts';

it("gives a unit its configured variables, with paths from the unit's own folder", () => {
  expect(unitEnv({}, '/p')).toEqual({});
  const env = { PYTHONPATH: 'src', TZ: 'UTC' };
  expect(unitEnv({ env }, '/p/backend')).toEqual({ PYTHONPATH: '/p/backend/src', TZ: 'UTC' });
});
