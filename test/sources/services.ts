/** The document of a public service, and calls that show it at work. */
export interface PublicService {
  readonly name: string;
  /** A package of npm, or a public repository of which a clone is in the folder of --mirrors. */
  readonly from: { readonly npm: string } | { readonly mirror: string };
  /** The document in it. */
  readonly path: string;
  readonly only: readonly string[];
  /** The header its secret goes into. */
  readonly header: string;
  readonly calls: readonly { readonly operation: string; readonly input: object; readonly says: RegExp }[];
}

export const SERVICES: readonly PublicService[] = [
  {
    ...{ name: 'github', from: { npm: '@octokit/openapi@23.0.2' }, path: 'generated/api.github.com.json' },
    ...{ only: ['issues/list-for-repo', 'issues/create', 'meta/root'], header: 'Authorization' },
    calls: [
      {
        operation: 'issues/list-for-repo',
        input: { owner: 'octocat', repo: 'hello', state: 'closed', per_page: 5 },
        says: /"operation":"issues\/list-for-repo"/,
      },
      {
        operation: 'issues/create',
        input: { owner: 'octocat', repo: 'hello', body: { title: 'It fails', labels: ['bug'] } },
        says: /"operation":"issues\/create"/,
      },
    ],
  },
  {
    ...{ name: 'figma', from: { npm: '@figma/rest-api-spec@0.43.0' }, path: 'openapi/openapi.yaml' },
    ...{ only: ['/v1/files', '/v1/me'], header: 'X-Figma-Token' },
    calls: [
      { operation: 'getFile', input: { file_key: 'abc', depth: 2 }, says: /"operation":"getFile"/ },
      {
        operation: 'postComment',
        input: { file_key: 'abc', body: { message: 'Too small.' } },
        says: /"operation":"postComment"/,
      },
    ],
  },
  {
    ...{ name: 'twilio', from: { mirror: 'twilio/twilio-oai' }, path: 'spec/json/twilio_api_v2010.json' },
    ...{ only: ['CreateMessage', 'ListMessage'], header: 'Authorization' },
    calls: [
      {
        operation: 'CreateMessage',
        input: { AccountSid: `AC${'0'.repeat(32)}`, body: { To: '+15550100', From: '+15550101', Body: 'Hello' } },
        says: /"operation":"CreateMessage"/,
      },
      {
        operation: 'ListMessage',
        input: { AccountSid: `AC${'0'.repeat(32)}`, PageSize: 5 },
        says: /"operation":"ListMessage"/,
      },
    ],
  },
  {
    ...{ name: 'box', from: { mirror: 'box/box-openapi' }, path: 'openapi.json' },
    ...{ only: ['/files', '/folders', '/search'], header: 'Authorization' },
    calls: [
      {
        operation: 'get_files_id',
        input: { file_id: '12345', fields: ['id', 'name'] },
        says: /"operation":"get_files_id"/,
      },
      {
        operation: 'post_folders',
        input: { body: { name: 'New', parent: { id: '0' } } },
        says: /"operation":"post_folders"/,
      },
    ],
  },
  {
    ...{
      name: 'spotify',
      from: { mirror: 'sonallux/spotify-web-api' },
      path: 'official-spotify-open-api.yml',
    },
    ...{ only: ['search', 'get-an-album'], header: 'Authorization' },
    calls: [
      {
        operation: 'search',
        input: { q: 'Miles Davis', type: ['album', 'artist'], limit: 3 },
        says: /"operation":"search"/,
      },
      { operation: 'get-an-album', input: { id: '4aawyAB9vmqN3uQ7FjRGTy' }, says: /"operation":"get-an-album"/ },
    ],
  },
];
