import { isJsonObject, toJson } from '#contracts/json.ts';
import type { JsonSchema } from '#contracts/model.ts';
import type { SdkCallOptions } from './sdk-types.ts';

/** Options and metadata by provider, in the SDK's form. */
export type ProviderData = NonNullable<SdkCallOptions['providerOptions']>;

/** A message's provider data, to be sent back; entries that are not objects are dropped. */
export function providerData(meta: JsonSchema): ProviderData | undefined {
  const data: ProviderData = {};
  for (const [provider, value] of Object.entries(meta))
    if (isJsonObject(value)) data[provider] = structuredClone(value);
  return Object.keys(data).length === 0 ? undefined : data;
}

/** The reverse: as plain data that can be stored. */
export function metaOf(data: ProviderData | undefined): { meta?: JsonSchema } {
  if (data === undefined) return {};
  const meta = toJson(data, 'provider metadata');
  return isJsonObject(meta) && Object.keys(meta).length > 0 ? { meta } : {};
}
