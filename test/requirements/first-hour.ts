import { done, feature, type Requirement } from './requirement.ts';

/** From the clone to one’s own repository, in the terminal and in the window, and what keeps the machine safe. */
export const FIRST_HOUR: readonly Requirement[] = [
  ...feature('X8', 'the first hour in the terminal', [
    done('X8.1', 'assay init tries tests and preflight on main before it writes them'),
    done('X8.2', 'assay init offers a starter plan and names the files to commit'),
    done('X8.3', 'a configuration corrected on main applies to the next step, and the answer says so'),
    done('X8.4', 'questions are answered in the terminal that drives the run'),
    done('X8.5', 'doctor, run and docs say in one sentence what subscription logins can do in hosted mode'),
    done('X8.6', 'a real client’s own listing is read: connected, untrusted, unparsable'),
    done('X8.7', 'a file that a client cannot read is not a connection; --remove removes what was written'),
    done('X8.8', 'inline tables, Windows line ends and a person’s own env survive'),
    done('X8.9', 'over MCP only the gate’s tools are offered by default'),
    done('X8.10', 'assay mcp --http serves only clients with its token'),
    done('X8.11', 'resources are listed and read by address; prompts use the tools’ terms'),
    done('X8.12', 'the official conformance suite passes, each expected failure named (npm run test:mcp)'),
    done('X8.13', 'assay help fits the screen; bash completes without its completion package'),
    done('X8.14', 'an unknown cost is unknown, and counted in no sum'),
    done('X8.15', 'help of every command shows an example'),
    done('X8.16', 'a newcomer’s example says first that its model is simulated'),
    done('X8.17', 'a scripted newcomer gets to a proven PR on three projects (npm run test:newcomer)'),
    done('X8.18', 'the plan, the state and the evidence are resources'),
    done('X8.19', 'in connected mode an agent with its own login reviews where no key is set, and the record says so'),
  ]),
  ...feature('X9', 'safety of the local server', [
    done('X9.1', 'the link with the token is in no process’s arguments'),
    done('X9.2', 'another port of this machine learns nothing that lets a browser in'),
    done('X9.3', 'Assay’s home is closed to other users'),
    done('X9.4', 'every request needs a key; made-up links and keys are refused'),
    done('X9.5', 'requests from other sites are refused by host name and origin, for reads and writes'),
    done('X9.6', 'the page has a policy with its own nonce and stores no secret'),
    done('X9.7', 'secrets are removed from events, views, blobs and logs, passwords in plain text too'),
    done('X9.8', 'opening a page starts nothing'),
    done('X9.9', 'each attack of this list has a test that succeeds without the defence'),
  ]),
];
