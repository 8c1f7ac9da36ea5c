import { z } from 'zod';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export const Json: z.ZodType<Json> = z.json();
