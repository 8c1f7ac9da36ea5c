import { ABILITIES, type Ability } from '#agents/test/subject.ts';
import { CANNOT } from './cannot.ts';
import { CLIENTS, type ClientName } from './clients.ts';

/** What the real clients cannot do, as docs/agents-real.md shows it. */
export function cannotTable(): string {
  const rows = names(CLIENTS).flatMap((client) =>
    names(ABILITIES).flatMap((ability) => {
      const why = CANNOT[client][ability];
      return why === undefined ? [] : [row(client, ability, why)];
    }),
  );
  return ['| | cannot | because |', '|---|---|---|', ...rows].join('\n');
}

const row = (client: ClientName, ability: Ability, why: string): string =>
  `| ${CLIENTS[client].title} | \`${ability}\`: ${ABILITIES[ability]} | ${why} |`;

/** The tables have these keys and no others. */
const names = <Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] => Object.keys(table) as Name[];
