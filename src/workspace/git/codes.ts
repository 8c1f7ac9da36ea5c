import type { ErrorCode } from '#contracts/errors.ts';

/** What goes wrong with workspaces, by the code it is reported under. */
export const CODES = {
  gitFailed: 'TOOL_FAILED',
  gitMissing: 'BINARY_NOT_FOUND',
  gitTooOld: 'BINARY_TOO_OLD',
  repositoryUnfit: 'USAGE',
  revisionUnknown: 'USAGE',
  nameInvalid: 'USAGE',
  nameTaken: 'NAME_TAKEN',
  workspaceUnknown: 'USAGE',
  workspaceHeld: 'STORE_BUSY',
  workspaceDirty: 'USAGE',
  uncommittable: 'TOOL_FAILED',
  tooBig: 'DISK_FULL',
  notIsolated: 'TOOL_FAILED',
  layerFailed: 'TOOL_FAILED',
  cancelled: 'NODE_ABORTED',
} as const satisfies Record<string, ErrorCode>;
