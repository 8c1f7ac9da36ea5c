'use strict';
// What answers are written with, in a realm of its own, as the recorder is.
// biome-ignore lint/correctness/noUnusedFunctionParameters: the values that are put in use ROOTS
(types, write, who, ROOTS, OPTIONS) => {
  const { nonce: NONCE } = OPTIONS;
  // __VALUES__
  return { put: writer(write, NONCE, who), show, encode, leaves, fault, isPromise: types.isPromise };
};
