/** Imported first: the file's policy forbids code generation at run time, so zod must not even try. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
