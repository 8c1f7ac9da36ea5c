import { userInfo } from 'node:os';

/** Who asks, for the log. */
export function me(): string {
  try {
    return userInfo().username;
  } catch {
    return 'a person';
  }
}
