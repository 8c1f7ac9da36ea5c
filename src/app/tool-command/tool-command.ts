import { Command, Option } from 'commander';
import type { Tool } from '#contracts/tool.ts';
import { type ToolField, toolFields, typedValue } from './tool-fields.ts';

export interface ToolCall {
  readonly input: Record<string, unknown>;
  readonly json: boolean;
}

/**
 * The command of one tool, derived from its definition: arguments, options, examples, error codes. `as`: what is typed
 * after `assay` to call it.
 */
export function toolCommand(tool: Tool, call: (call: ToolCall) => Promise<void>, as: string = asTool(tool)): Command {
  const fields = toolFields(tool);
  const positional = positionalOf(tool, fields);
  const flags = fields.filter((field) => !positional.includes(field));
  const command = new Command(as.split(' ').at(-1)).description(tool.description);
  for (const field of positional) command.argument(argumentName(field), field.description);
  for (const field of flags) {
    command.addOption(optionFor(field));
    if (isOn(field)) command.addOption(new Option(`--no-${field.flag}`, `turns off --${field.flag}`));
  }
  const asJson = fields.some(({ flag }) => flag === 'json') ? '--json-output' : '--json';
  command.option(asJson, 'the result as one JSON object');
  command.addHelpText('after', helpAfter(tool, positional, as));
  return command.action(async (...given: unknown[]) => {
    const options = command.opts();
    const input: Record<string, unknown> = {};
    positional.forEach((field, index) => {
      if (given[index] !== undefined) input[field.name] = typedValue(field, given[index]);
    });
    for (const field of flags) {
      const typed = options[camel(field.flag)];
      if (typed !== undefined) input[field.name] = typedValue(field, typed);
    }
    await call({ input, json: options[camel(asJson.slice(2))] === true });
  });
}

/** Named by the tool, or else its required texts. */
export function positionalOf(tool: Tool, fields: readonly ToolField[]): ToolField[] {
  if (!tool.positional) return fields.filter(({ required, takes }) => required && takes === 'text');
  return tool.positional.flatMap((name) => fields.filter((field) => field.name === name));
}

function argumentName({ flag, required, takes }: ToolField): string {
  const name = `${flag.toUpperCase()}${takes === 'list' ? '...' : ''}`;
  return required ? `<${name}>` : `[${name}]`;
}

/** A switch that is on by default needs a flag to turn it off. */
const isOn = ({ takes, fallback }: ToolField): boolean => takes === 'switch' && fallback === true;

function optionFor({ flag, takes, choices, required, fallback, description }: ToolField): Option {
  const value = takes === 'switch' ? '' : takes === 'list' ? ` <${flag}...>` : ` <${takes}>`;
  const told =
    fallback === undefined || fallback === false
      ? description
      : `${description} (default: ${JSON.stringify(fallback)})`;
  const option = new Option(`--${flag}${value}`, told);
  if (choices) option.choices([...choices]);
  return required ? option.makeOptionMandatory() : option;
}

function helpAfter(tool: Tool, positional: readonly ToolField[], as: string): string {
  const examples = tool.examples.map(
    ({ title, input }) => `  ${exampleLine(tool, positional, input, as)}\n      ${title}`,
  );
  const errors = Object.entries(tool.errors).map(([code, meaning]) => `  ${code}: ${meaning}`);
  return [
    ...(examples.length > 0 ? ['', 'Examples', ...examples] : []),
    ...(errors.length > 0 ? ['', 'Errors', ...errors] : []),
  ].join('\n');
}

/** An example's input as a person would type it. */
export function exampleLine(
  tool: Tool,
  positional: readonly ToolField[],
  input: Readonly<Record<string, unknown>>,
  as: string = asTool(tool),
): string {
  const words = positional.flatMap(({ name }) => (input[name] === undefined ? [] : [input[name]].flat().map(word)));
  const rest = toolFields(tool).filter(
    ({ name }) => input[name] !== undefined && !positional.some((p) => p.name === name),
  );
  const flags = rest.flatMap(({ name, flag, takes, fallback }) => {
    if (takes === 'switch') return input[name] === true ? [`--${flag}`] : fallback === true ? [`--no-${flag}`] : [];
    return [`--${flag}`, ...[input[name]].flat().map(word)];
  });
  return ['assay', as, ...words, ...flags].join(' ');
}

const asTool = ({ name }: Tool): string => `tool ${name}`;

function word(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const camel = (flag: string): string => flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
