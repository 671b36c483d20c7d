import type pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/**
 * Everything that a connection URL says: where, as whom, with which TLS and options. For a pool that changes one of them:
 * node-postgres lets the URL's own values win over those that are passed next to it.
 */
export function connectionSettings(url: string): pg.ClientConfig {
  return parseIntoClientConfig(url);
}
