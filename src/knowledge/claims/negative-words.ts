/** Words that deny without a "not", by prefix: what is removed is not there, what is optional is not required. */
const STARTS =
  `remov delet eras discard drop leav lef los lost lack forbid refus reject ignor skip omit prevent clos evict throw exclud
  hid hidden ban out stop end ceas expir fail miss absent empt silen free unchang untouch fixed constant identic immut
  optional void blank disabl off gone avoid escap bypass block den terminat abort cancel rare seldom differ
  instead rather minus except prohibit suppress strip clear overwrit lazy lazi`
    .split(/\s+/)
    .filter((start) => start !== '');

/** "unquoted", "invalid", "stateless", "non-blocking". */
const PREFIXED =
  /^(?:un[a-z]{4,}|in(?:valid|activ|complet|dependent|compatib|visib|sensitiv|accessib|secure|direct|correct)\w*|non-?[a-z]{3,}|dis[a-z]{4,}|[a-z]{4,}less)$/;

export const isNegative = (word: string): boolean =>
  PREFIXED.test(word) || STARTS.some((start) => word.startsWith(start));
