// node scripts/build-page.ts: the page of the window, built where that is not done yet. For `npm start`.
import { builtPage } from './built-page.ts';

try {
  await builtPage((line) => console.error(`setup: ${line}`));
} catch (thrown) {
  console.error(`setup: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  process.exitCode = 1;
}
