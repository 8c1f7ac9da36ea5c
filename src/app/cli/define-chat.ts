import { type Command, Option } from 'commander';
import type { GrantScope } from '#contracts/permission.ts';
import type { Cli } from './context.ts';
import { examples } from './help.ts';
import { many } from './many.ts';

const MODES = ['explore', 'ask', 'execute'] as const;

/** Talking to an agent, and which agents there are and what they may do. */
export function defineChat(program: Command, cli: Cli): void {
  talking(
    program
      .command('ask')
      .helpGroup('Talk')
      .argument('[QUESTION...]', 'what to ask; what is piped in is added to it')
      .description('ask an agent one question about this project')
      .option('--run <RUN>', 'continue this conversation (`last`: the newest)')
      .option('--image <file>', 'show it this PNG or JPEG file; `@path` in the question does the same', many)
      .option('--json', 'JSON lines: one per event, then the result'),
  )
    .addHelpText(
      'after',
      examples(
        'assay ask "where is the retry decided?"',
        'git diff | assay ask "what could break?"',
        'assay ask --run last "and why?"',
        'assay ask --image before.png --image after.png "what is different?"',
      ),
    )
    .action(async (words, options) =>
      cli.exit(await (await import('./commands/ask.ts')).askCommand(cli, words, options)),
    );

  talking(
    program
      .command('chat')
      .helpGroup('Talk')
      .description('talk with an agent about this project')
      .option('--resume <RUN>', 'continue this conversation (`last`: the newest)')
      .option('--json', 'JSON lines: one per event, one per answer'),
  )
    .addHelpText('after', examples('assay chat', 'assay chat --mode ask', 'assay chat --resume last'))
    .action(async (options) => cli.exit(await (await import('./commands/chat.ts')).chat(cli, options)));

  // `list` for who knows it from the other groups: without it, it would be a folder of that name.
  program
    .command('agents')
    .helpGroup('Talk')
    .helpCommand(false)
    .usage('[command]')
    .description('agents, skills and instructions found here, and what is wrong with them')
    .command('list', { isDefault: true })
    .argument('[FOLDER]', 'the folder to search (default: here)')
    .description('what was found, and what is wrong with it')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay agents', 'assay agents list ../shop', 'assay agents --json'))
    .action(async (folder, options) =>
      cli.exit(await (await import('./commands/agents.ts')).listAgents(cli, folder, options)),
    );

  definePermissions(program, cli);
}

const talking = (command: Command): Command =>
  command
    .addOption(new Option('--mode <mode>', 'how much it may do (explore: only read)').choices(MODES))
    .option('--agent <name>', 'who answers: an AGENT.md by its name')
    .option('--backend <name>', 'native, claude, codex or acp:COMMAND')
    .option('--model <name>', 'PROVIDER:NAME, or fast, standard, deep')
    .option('--unsandboxed', 'run an agent program without the sandbox, with its own login')
    .option('--simulated', 'use a scripted model, to see how it looks');

const SCOPES: readonly GrantScope[] = ['once', 'attempt', 'session', 'project'];

function definePermissions(program: Command, cli: Cli): void {
  const permissions = program
    .command('permissions')
    .helpGroup('Talk')
    .helpCommand(false)
    .usage('[command]')
    .description('agents’ requests, and remembered answers');
  permissions
    .command('list', { isDefault: true })
    .description('open questions, and remembered answers')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay permissions list'))
    .action(async (options) =>
      cli.exit(await (await import('./commands/permissions.ts')).listPermissions(cli, options)),
    );
  for (const decision of ['allow', 'deny'] as const) {
    permissions
      .command(decision)
      .argument('ID', 'of an open question; the beginning is enough')
      .description(`${decision} an agent’s request in a run`)
      .addOption(new Option('--for <scope>', 'how long it holds').choices(SCOPES).default('once'))
      .option('--why <text>', 'a message to the agent with your answer')
      .option('--json', 'one JSON object on stdout')
      .addHelpText(
        'after',
        examples(`assay permissions ${decision} 3f2a`, `assay permissions ${decision} 3f2a --for session`),
      )
      .action(async (id, options) =>
        cli.exit(
          await (await import('./commands/permissions-answer.ts')).answerPermitCommand(cli, decision, id, options),
        ),
      );
  }
  permissions
    .command('revoke')
    .argument('ID', 'the beginning of an id is enough')
    .description('forget an answer: it will be asked again')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay permissions revoke 3f2a'))
    .action(async (id, options) =>
      cli.exit(await (await import('./commands/permissions.ts')).revokePermission(cli, id, options)),
    );
}
