import { done, feature, open, type Requirement } from './requirement.ts';

/** Conversations, research in stages, sources, permissions, the window. */
export const RESEARCH_AND_CHAT: readonly Requirement[] = [
  ...feature('C1', 'backends, one event stream', [
    done(
      'C1.1',
      'models as dated data: windows, prices, thinking, ends; the provider’s own list; a warning, never a switch',
    ),
  ]),
  ...feature('C2', 'stage pipeline', [
    open('C2.1', 'stages are looped over by code from configuration; a model never writes state'),
    open('C2.2', 'tokens and money are accounted by stage, with a hard limit'),
    open('C2.3', 'depths quick, standard and deep with their limits'),
  ]),
  done('C3', 'verified citations'),
  ...feature('C4', 'pause, break out, follow-up, lasting summary', [
    open('C4.1', 'a paused run shows what was found and numbered choices'),
    done('C4.2', 'a reply that is unclear resumes and never destroys'),
    done('C4.3', 'breaking out is confirmed once; the denial is checked first'),
    open('C4.4', 'a follow-up loads the prior answer and retrieves only what is new'),
  ]),
  ...feature('C5', 'sessions on disk', [
    done('C5.1', 'sessions are archived, renamed, labelled, searched, exported and imported'),
    open('C5.2', 'the rest of it'),
  ]),
  ...feature('C6', 'sources', [
    done('C6.1', 'servers that lie are named'),
    done('C6.2', 'REST services by OpenAPI'),
    done('C6.3', 'OAuth with PKCE and dynamic registration'),
    open('C6.4', 'agents declare the sources they need and get them enabled'),
  ]),
  done('C7', 'credentials'),
  done('C8', 'permissions'),
  ...feature('C9', 'knowledge MCP server', [
    done('C9.1', 'the knowledge tools are served to any MCP client, read-only across sessions'),
    open('C9.2', 'the rest of it'),
  ]),
  done('C10', 'web app'),
  ...feature('C11', 'session tools', [
    done('C11.1', 'an agent submits a plan for approval before it executes'),
    open('C11.2', 'an agent asks for a credential that goes to the store and never to the model'),
  ]),
];
