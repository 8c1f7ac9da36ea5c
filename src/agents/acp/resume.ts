import { z } from 'zod';
import { parseJson } from '#contracts/json.ts';
import { cannotResume } from '../program/try-resume.ts';

/** Which agent's session it is, and its cost by then. Only the agent knows whether it still exists. */
const Token = z.object({ v: z.literal(1), agent: z.string(), session: z.string().min(1), usd: z.number().nullable() });
export type AcpToken = z.infer<typeof Token>;

export const acpResumeToken = (token: Omit<AcpToken, 'v'>): string => JSON.stringify({ v: 1, ...token });

export function readToken(token: string, agent: string): AcpToken {
  const read = Token.safeParse(parseJson(token));
  if (!read.success) throw cannotResume('the token is not one of an ACP session');
  if (read.data.agent !== agent) throw cannotResume(`it is a session of ${read.data.agent}, not of ${agent}`);
  return read.data;
}
