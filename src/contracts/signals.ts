/**
 * Questions a workflow asks under these signals get a form of their own; every other question is a plain one. The
 * question of the first is `{ text, request: PermissionRequest }`, of the second `{ text, … }`.
 */
export const PERMISSION_SIGNAL = 'assay.permission';
export const GUIDANCE_SIGNAL = 'assay.guidance';
/** A run that waits under this one waits for an agent's client, not for a person. */
export const CALL_SIGNAL = 'assay.call';
