import type { SdkModel } from './handle.ts';

/** The SDK's own types, derived from its exports. */
export type SdkCallOptions = Parameters<SdkModel['doStream']>[0];
export type SdkStreamResult = Awaited<ReturnType<SdkModel['doStream']>>;
export type SdkPart = SdkStreamResult['stream'] extends ReadableStream<infer Part> ? Part : never;
export type LanguageModelV4Prompt = SdkCallOptions['prompt'];
export type SdkUsage = Extract<SdkPart, { type: 'finish' }>['usage'];
export type SdkFinishReason = Extract<SdkPart, { type: 'finish' }>['finishReason'];
