/** A script, an example, a page: seldom under test. */
export const liesAside = (path: string): boolean => ASIDE.test(path);

/** The same for a changed source; one that delivered code uses does not count. */
export const isLeftAside = ({ path, used }: { readonly path: string; readonly used?: boolean }): boolean =>
  used !== true && liesAside(path);

const ASIDE = /(^|\/)(scripts?|bin|examples?|demos?|docs?|bench(marks?)?|migrations?|tools)\/|\.config\.[cm]?[jt]s$/;
