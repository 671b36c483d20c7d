import { z } from 'zod';
import { HeaderEntry } from '../check.ts';

export const HeadersSection = z.record(z.string(), HeaderEntry).describe('keyed by header name; specification §2.2');
export type HeadersSection = z.infer<typeof HeadersSection>;
