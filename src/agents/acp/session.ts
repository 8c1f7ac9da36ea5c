import {
  type ClientContext,
  type InitializeResponse,
  type McpServer,
  methods,
  type NewSessionRequest,
  type NewSessionResponse,
  PROTOCOL_VERSION,
} from '@agentclientprotocol/sdk';
import type { AgentTask, AttemptEnv } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import { SERVER } from '../mcp-tools/tool-server.ts';
import type { Telling } from '../program/frame-attempt.ts';
import { cannotResume, tryResume } from '../program/try-resume.ts';
import type { AcpProfile } from './acp-profile.ts';
import type { Connected } from './connect.ts';
import { wordsOf } from './error-words.ts';
import { readToken } from './resume.ts';

export interface SessionParts {
  readonly task: AgentTask;
  readonly place: AttemptEnv;
  readonly profile: AcpProfile;
  /** Distinguishes its sessions from those of other agents. */
  readonly agent: string;
  readonly connected: Connected;
  readonly telling: Telling;
  /** The address of our tools, or null. */
  readonly toolsUrl: string | null;
}

export interface OpenSession {
  readonly id: string;
  readonly resumable: boolean;
  /** It is an earlier session, with its whole conversation. */
  readonly goesOn: boolean;
  /** What a resumed session had cost before. */
  readonly usdBefore: number | null;
}

/** Performs the handshake, and begins a session or resumes one. */
export async function openSession(parts: SessionParts): Promise<OpenSession> {
  const { agent } = parts.connected.connection;
  const hello = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: 'assay', title: 'Assay', version: '1' },
    clientCapabilities: {
      fs: { readTextFile: parts.profile.ownFiles !== true, writeTextFile: parts.profile.ownFiles !== true },
      terminal: parts.place.exec !== undefined,
    },
  });
  if (hello.protocolVersion !== PROTOCOL_VERSION) {
    const seen = `${parts.profile.title} speaks version ${hello.protocolVersion} of the protocol, Assay ${PROTOCOL_VERSION}.`;
    throw new AssayError('CONFIG_INVALID', seen, { next: 'Install a version of the agent that fits.' });
  }
  await authenticate(agent, hello, parts.profile);
  const can = hello.agentCapabilities;
  const where = { cwd: parts.place.folder, mcpServers: serversOf(parts, can?.mcpCapabilities?.http ?? false) };
  const resumable = (can?.loadSession ?? false) || can?.sessionCapabilities?.resume != null;
  const resumed = await tryResume(parts.task.resume, parts.telling, async (text) => {
    const token = readToken(text, parts.agent);
    if (!resumable) throw cannotResume(`${parts.profile.title} cannot resume a session`);
    await goOn(parts, { ...where, sessionId: token.session }, can?.loadSession ?? false);
    return token;
  });
  if (resumed !== undefined) return { id: resumed.session, resumable, goesOn: true, usdBefore: resumed.usd };
  const { sessionId } = await agent.request<NewSessionResponse, NewSessionRequest>(methods.agent.session.new, where);
  return { id: sessionId, resumable, goesOn: false, usdBefore: null };
}

async function goOn(
  { connected, profile }: SessionParts,
  request: { readonly sessionId: string; readonly cwd: string; readonly mcpServers: McpServer[] },
  canLoad: boolean,
): Promise<void> {
  const { agent } = connected.connection;
  connected.replaying = true;
  try {
    await agent.request(canLoad ? methods.agent.session.load : methods.agent.session.resume, request);
    await connected.quiet();
  } catch (thrown) {
    throw cannotResume(`${profile.title} cannot load the session ${request.sessionId} (${wordsOf(thrown)})`);
  } finally {
    connected.replaying = false;
  }
  if (canLoad && connected.replayed === 0) throw cannotResume(`the session ${request.sessionId} is empty`);
}

async function authenticate(agent: ClientContext, hello: InitializeResponse, profile: AcpProfile): Promise<void> {
  const method = hello.authMethods?.find(({ id }) => id === profile.authMethod);
  if (method !== undefined) await agent.request(methods.agent.authenticate, { methodId: method.id });
}

function serversOf({ toolsUrl, profile }: SessionParts, http: boolean): McpServer[] {
  if (toolsUrl === null) return [];
  if (http) return [{ type: 'http', name: SERVER, url: toolsUrl, headers: [] }];
  throw new AssayError('CONFIG_INVALID', `${profile.title} cannot reach tools over HTTP, so it cannot be given any.`, {
    next: 'Use an agent with the capability mcp.http, or leave the tools out.',
  });
}
