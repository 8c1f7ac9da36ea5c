/** The purpose of a file. Tests say much about code, and would dominate it if ranked together. */
export type Facet = 'source' | 'test' | 'other';

const TEST =
  /(^|\/)(tests?|specs?|__tests__|__mocks__|testdata|e2e|integration[-_]tests?|unittests?)\/|(^|\/)fixtures?\/|[^/][._-](test|tests|spec|specs|bench|e2e|cy)\.[a-z]+$|(^|\/)test_[^/]*\.py$|(^|\/)conftest\.py$|[a-z]Tests?\.(java|cs|kt|php)$/i;
const OTHER =
  /(^|\/)(docs?|documentation|examples?|samples?|vendor|third[-_]party|node_modules|website|\.github|\.vscode)\/|^(dist|scripts|tools|build|benchmarks?)\/|\.min\.(js|css)$|(^|\/)(setup\.py|gulpfile\.js|Gruntfile\.js|[^/]*\.config\.[cm]?[jt]s)$/i;
const CODE =
  /\.(m?[jt]sx?|c[jt]s|py|pyi|go|rs|java|cs|c|h|cc|cpp|cxx|hpp|hh|rb|php|sh|bash|ps1|psm1|css|vue|svelte|kt|swift|scala|lua|sql)$/i;

export function facetOf(path: string): Facet {
  if (TEST.test(path)) return 'test';
  return OTHER.test(path) || !CODE.test(path) ? 'other' : 'source';
}
