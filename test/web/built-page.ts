export { builtPage, WEB } from '../../scripts/built-page.ts';
