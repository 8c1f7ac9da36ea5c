import { done, feature, type Requirement } from './requirement.ts';

/** From the clone to one’s own repository, in the terminal and in the window, and what keeps the machine safe. */
export const FIRST_HOUR: readonly Requirement[] = [
  ...feature('X8', 'the first hour in the terminal', [
    done('X8.1', 'assay init tries tests and preflight on main before it writes them'),
    done('X8.2', 'assay init offers a starter plan and names all that is to be committed'),
    done('X8.3', 'a configuration that a person corrects on main holds for the next step, and that is said'),
    done('X8.4', 'questions are answered in the terminal that drives the run'),
    done('X8.5', 'doctor, run and docs say in one sentence how subscription logins fare in hosted mode'),
    done('X8.6', 'a real client’s own listing is read: connected, untrusted, unparsable'),
    done('X8.7', 'a file that a client cannot read is no connection; --remove takes away what was made'),
    done('X8.8', 'inline tables, line ends of Windows and a person’s own env survive'),
    done('X8.9', 'over MCP the gate’s tools alone are offered by default'),
    done('X8.10', 'assay mcp --http serves a client that has its token, and no other'),
    done('X8.11', 'resources are listed and read by their address; prompts have the words that the tools want'),
    done('X8.12', 'the official conformance suite passes, each expected failure named (npm run test:mcp)'),
    done('X8.13', 'assay help fits the screen; bash completes without its completion package'),
    done('X8.14', 'an unknown cost is unknown, and counted in no sum'),
    done('X8.15', 'help of every command shows an example'),
    done('X8.16', 'a newcomer’s example is begun with a word that the model is simulated'),
    done('X8.17', 'a scripted newcomer comes to a proven PR on three projects (npm run test:newcomer)'),
    done('X8.18', 'the plan, the state and the evidence are resources'),
  ]),
  ...feature('X9', 'safety of the local server', [
    done('X9.1', 'the link with the token is in no process’s arguments'),
    done('X9.2', 'another port of this machine gets nothing of what lets a browser in'),
    done('X9.3', 'the home of Assay is closed to others'),
    done('X9.4', 'nobody is let in without a key; made-up links and keys are refused'),
    done('X9.5', 'requests of other sites are refused by name and by origin, reading or writing'),
    done('X9.6', 'the page has a policy of its own nonce, and holds nothing'),
    done('X9.7', 'secrets are taken out of events, views, blobs and logs; a password in words too'),
    done('X9.8', 'opening a page starts nothing by itself'),
    done('X9.9', 'each attack of this list has a test that succeeds without the defence'),
  ]),
];
