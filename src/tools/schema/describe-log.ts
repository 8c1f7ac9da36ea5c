/** The meaning of the tables of Assay's own run log; its other tables are for the store alone. */
export const LOG_TABLES: ReadonlyMap<
  string,
  { readonly about: string; readonly fields: Readonly<Record<string, string>> }
> = new Map([
  [
    'runs',
    {
      about: 'One row a run.',
      fields: {
        no: 'Number of the run in this database',
        run: 'Id of the run',
        session: 'Id of the session it belongs to',
        status: 'Its status: running, paused, completed, failed or cancelled',
        created_at: 'When it began, milliseconds since 1970',
        head: 'Number of its last event',
        chain: 'Hash over all of its events: shows whether the log was changed',
        header: 'Summary as JSON: title, graph, nodes by state, tokens, usd',
        lease_epoch: 'How often a worker took the run',
        lease_worker: 'Who drives it, or drove it last',
        lease_expires: 'Until when its lease holds, milliseconds since 1970',
        pinned: 'Whether a person keeps it, however old it gets: 1 or 0',
      },
    },
  ],
  [
    'events',
    {
      about: 'One row an event of a run: what happened, in order.',
      fields: {
        run: 'Id of the run',
        seq: 'Number of the event in its run, from 1',
        at: 'When, milliseconds since 1970',
        type: 'What kind of event, such as run.created',
        v: 'Version of the event’s shape',
        data: 'The event itself as JSON',
      },
    },
  ],
  [
    'mail',
    {
      about: 'What was sent to a run and is not yet consumed: signals, pauses, steering.',
      fields: {
        id: 'Number of the letter',
        run: 'Id of the run it is for',
        at: 'When, milliseconds since 1970',
        by: 'Who sent it',
        mail: 'The letter as JSON',
      },
    },
  ],
]);
