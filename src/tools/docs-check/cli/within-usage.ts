import { escapePattern } from '#contracts/text.ts';
import { entry } from '../help/command-lists.ts';
import { optionsOfUsage, readUsage } from '../help/usage.ts';
import type { CliCommand } from './command.ts';

/** A subcommand that has no help of its own, as far as the usage of its parent shows it. */
export function withinUsage(program: string, parent: CliCommand, path: readonly string[]): CliCommand {
  const name = path.at(-1) ?? '';
  const forms = parent.usage.filter((form) =>
    new RegExp(`(?:^|[\\s[(|])${escapePattern(name)}(?=$|[\\s\\])|])`).test(form),
  );
  const plain = forms.filter((form) => form.startsWith([program, ...path].join(' ')));
  const facts = plain.map((form) => readUsage(form, path.length + 1));
  const literals = [...new Set(facts.flatMap((fact) => fact.literals))];
  // One word alone is a name for something (`npm org set orgname username`), several are a choice.
  const closed =
    literals.length > 1 && plain.length > 0 && facts.every((fact) => fact.literals.length > 0 && !fact.argument);
  return {
    ...parent,
    path,
    summary: '',
    usage: forms,
    aliases: [],
    examples: [],
    options: [...(parent.style === 'npm' ? parent.options : []), ...optionsOfUsage(forms.join('\n'))],
    commands: closed ? literals.map((word) => entry(word)) : [],
    takesArguments: closed ? 'no' : 'yes',
    passesOn: forms.some((form) => readUsage(form, path.length).passesOn),
  };
}
