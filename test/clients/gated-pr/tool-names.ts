/** The tools of a gated PR, as `assay mcp` names them. */
export const TOOL_NAMES = [
  'get_task',
  'submit_work',
  'check_work',
  'request_scope_reduction',
  'escalate_for_external_help',
] as const;
