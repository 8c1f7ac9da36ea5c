/** A script, an example, a page: seldom under test. */
export const liesAside = (path: string): boolean => ASIDE.test(path);

const ASIDE = /(^|\/)(scripts?|bin|examples?|demos?|docs?|bench(marks?)?|migrations?|tools)\/|\.config\.[cm]?[jt]s$/;
