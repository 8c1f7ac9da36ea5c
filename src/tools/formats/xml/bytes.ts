export const LESS = 0x3c;
export const GREATER = 0x3e;
export const SLASH = 0x2f;
export const BANG = 0x21;
export const QUESTION = 0x3f;
export const DOUBLE = 0x22;
export const SINGLE = 0x27;
export const DASH = 0x2d;
