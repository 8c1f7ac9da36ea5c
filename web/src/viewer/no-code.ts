/** Imported first: the file's policy forbids code made at run time, so that zod must not even try. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
