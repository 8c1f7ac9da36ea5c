/** The expected answers to the suite, with reasons. */
export interface ExpectedFailure {
  readonly seen: string;
  readonly why: string;
}

const FIXTURE_TOOL = 'it calls a tool that only a server made for the suite has';
const FIXTURE_RESOURCE = 'it reads a resource that only a server made for the suite has';
const FIXTURE_PROMPT = 'it asks for a prompt that only a server made for the suite has';
const NOT_ASKED = 'the gate asks nothing of a client’s model or person: a verdict must not rest on either';
const NO_LOGS = 'Assay sends no log messages over MCP: what happened is in the run’s own log';
const NO_COMPLETION = 'no argument of a prompt has values to complete';
const NOT_WATCHED = 'resources are read when they are wanted, and not watched';

/** Scenarios of the conformance suite that Assay does not pass. Nothing else may fail, and none of these otherwise. */
export const EXPECTED: Readonly<Record<string, ExpectedFailure>> = {
  'tools-call-simple-text': { seen: 'Unknown tool "test_simple_text"', why: FIXTURE_TOOL },
  'tools-call-image': { seen: 'Unknown tool "test_image_content"', why: FIXTURE_TOOL },
  'tools-call-audio': { seen: 'Unknown tool "test_audio_content"', why: FIXTURE_TOOL },
  'tools-call-embedded-resource': { seen: 'Unknown tool "test_embedded_resource"', why: FIXTURE_TOOL },
  'tools-call-mixed-content': { seen: 'Unknown tool "test_multiple_content_types"', why: FIXTURE_TOOL },
  'tools-call-error': { seen: 'Unknown tool "test_error_handling"', why: FIXTURE_TOOL },
  'tools-call-with-progress': { seen: 'Unknown tool "test_tool_with_progress"', why: FIXTURE_TOOL },
  'tools-call-sampling': { seen: 'Unknown tool "test_sampling"', why: NOT_ASKED },
  'tools-call-elicitation': { seen: 'Unknown tool "test_elicitation"', why: NOT_ASKED },
  'elicitation-sep1034-defaults': { seen: 'Unknown tool "test_elicitation_sep1034_defaults"', why: NOT_ASKED },
  'elicitation-sep1330-enums': { seen: 'Unknown tool "test_elicitation_sep1330_enums"', why: NOT_ASKED },
  'json-schema-2020-12': { seen: "Tool 'json_schema_2020_12_tool' not found", why: FIXTURE_TOOL },
  'logging-set-level': { seen: 'Method not found', why: NO_LOGS },
  'tools-call-with-logging': { seen: 'Method not found', why: NO_LOGS },
  'completion-complete': { seen: 'Method not found', why: NO_COMPLETION },
  'resources-subscribe': { seen: 'Method not found', why: NOT_WATCHED },
  'resources-unsubscribe': { seen: 'Method not found', why: NOT_WATCHED },
  'resources-read-text': { seen: 'Unknown resource "test://static-text"', why: FIXTURE_RESOURCE },
  'resources-read-binary': { seen: 'Unknown resource "test://static-binary"', why: FIXTURE_RESOURCE },
  'resources-templates-read': { seen: 'Unknown resource "test://template/123/data"', why: FIXTURE_RESOURCE },
  'prompts-get-simple': { seen: 'Unknown prompt "test_simple_prompt"', why: FIXTURE_PROMPT },
  'prompts-get-with-args': { seen: 'Unknown prompt "test_prompt_with_arguments"', why: FIXTURE_PROMPT },
  'prompts-get-embedded-resource': { seen: 'Unknown prompt "test_prompt_with_embedded_resource"', why: FIXTURE_PROMPT },
  'prompts-get-with-image': { seen: 'Unknown prompt "test_prompt_with_image"', why: FIXTURE_PROMPT },
};
