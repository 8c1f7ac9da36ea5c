import { describe, expect, it } from 'vitest';
import { openModel } from './open-model.ts';
import { reachModel } from './reach-model.ts';
import { oddServer, page } from './testing/odd-server.ts';
import { KEY, SIM_PROVIDERS } from './testing/sim-models.ts';

const anthropic = (url: string) => openModel('anthropic:m', {}, { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url });

describe('G7.1 a model is reached before anything is begun', () => {
  it.each(SIM_PROVIDERS.map((provider) => [provider.title, provider] as const))(
    'asks %s with its key, and takes any answer for one',
    async (_, { open }) => {
      const keys: string[] = [];
      const server = await oddServer((request, response) => {
        keys.push(JSON.stringify(request.headers));
        page(404, 'no list here')(request, response);
      });
      expect(await reachModel(open(server.url))).toBeNull();
      expect(keys).toEqual([expect.stringContaining(KEY)]);
    },
  );

  it('says that the key is refused, and by which variable it is set', async () => {
    const server = await oddServer(page(401, 'who are you?'));
    const refused = await reachModel(anthropic(server.url));
    expect(refused).toMatchObject({ code: 'MODEL_KEY_REFUSED', next: expect.stringContaining('ANTHROPIC_API_KEY') });
  });

  it('reports that no server answers', async () => {
    const silent = await reachModel(anthropic('http://127.0.0.1:9'));
    expect(silent).toMatchObject({ code: 'MODEL_UNAVAILABLE', message: expect.stringContaining('http://127.0.0.1:9') });
    const deaf = await oddServer(() => {});
    expect(await reachModel(anthropic(deaf.url), 200)).toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });
});
