'use strict';
// Serialises answers, in a realm of its own, like the recorder.
// biome-ignore lint/correctness/noUnusedFunctionParameters: the values that are put in use ROOTS
(types, write, who, ROOTS, OPTIONS) => {
  const { nonce: NONCE } = OPTIONS;
  // __VALUES__
  // __LOOKS__
  const put = writer(write, NONCE, who);
  return {
    ...{ put, show, encode, leaves, fault, isPromise: types.isPromise },
    watch: (n, value) => watch(put, n, value),
    lookAgain: () => lookAgain(put),
    isWatching: () => watched.length > 0,
  };
};
