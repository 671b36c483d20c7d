import { createHash } from 'node:crypto';
import type { Digest } from '../parse/page/page-scripts.ts';

/** As a `'sha256-…'` source of a Content-Security-Policy has it. */
export const scriptDigest: Digest = (text) => createHash('sha256').update(text, 'utf8').digest('base64');
