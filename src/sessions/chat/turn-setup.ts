import { mergeSettings } from '#attempts/backends/settings.ts';
import { chatPermit } from '#attempts/permits/person-permit.ts';
import type { ShellParser } from '#code/shell-tree.ts';
import { attemptId } from '#contracts/attempt-id.ts';
import type { PermissionMode, Permit } from '#contracts/permission.ts';
import type { Runs } from '#engine/runs.ts';
import { readPersonConfig } from '#host/person-config.ts';
import { readConfig } from '#project/config/read-config.ts';
import { agentSetupFor } from './agent-setup.ts';
import type { TurnContext } from './chat-graph.ts';
import type { ChatSettings, TurnInput } from './chat-types.ts';

export type TurnSetup = Awaited<ReturnType<typeof setUpTurn>>;

interface Rules {
  readonly runs: Runs;
  readonly env: Readonly<Record<string, string | undefined>>;
  mode(settings: ChatSettings): PermissionMode;
  parser(): Promise<ShellParser>;
}

/** Who answers a message, and by which rules. */
export async function setUpTurn(parts: Rules, { settings, message }: TurnInput, ctx: TurnContext) {
  const { runs, env } = parts;
  const { folder, project, agent } = settings;
  const mode = parts.mode(settings);
  const id = attemptId(ctx);
  const merged = mergeSettings(await readPersonConfig(runs.home), await readConfig(project));
  const rules = {
    ...{ mode, settings: merged.permissions, holders: { attempt: id, session: ctx.run, project } },
    ...{ folder, env, home: runs.home, parser: await parts.parser(), now: () => runs.clock.now() },
  };
  const mayRead = readsFreely(chatPermit({ ...rules, mayUse: () => true }), ctx.signal);
  const agentSetup = await agentSetupFor({
    ...{ folder, project, agent, mode, home: runs.home, mayRead },
    ...{ person: env.HOME, prompt: message.text },
  });
  return { mode, id, rules, agentSetup };
}

/** Whether a file may be read without anybody being asked. */
const readsFreely = (permit: Permit, signal: AbortSignal) => async (path: string) => {
  const request = { id: path, tool: 'read', action: { type: 'read' as const, paths: [path] } };
  return (await permit(request, signal)).type === 'allow';
};
