import { BOMBS } from './bombs.ts';
import { BROKEN } from './broken.ts';
import { DNS_LEVEL } from './dns-level.ts';
import { EXTREMES } from './extremes.ts';
import { HEADER_BLOCKS } from './header-blocks.ts';
import type { HostileSite } from './hostile-site.ts';
import { HTTP2_LEVEL } from './http2-level.ts';
import { REDIRECTS } from './redirects.ts';
import { SLOW } from './slow.ts';
import { TLS_LEVEL } from './tls-level.ts';

export const HOSTILE_SITES: readonly HostileSite[] = [
  ...SLOW,
  ...BOMBS,
  ...HEADER_BLOCKS,
  ...REDIRECTS,
  ...BROKEN,
  ...TLS_LEVEL,
  ...HTTP2_LEVEL,
  ...DNS_LEVEL,
  ...EXTREMES,
];
