import { DEFAULT_SENDER, ownUrl, type Config } from '@palisade/config/config';

/** Shown when the service has started. */
export function banner(
  config: Config,
  listening: { host: string; port: number; baseUrl: string },
  /** Path of the embedded database. */
  cluster?: string,
): string {
  const baseUrl = ownUrl(listening);
  const published = listening.baseUrl === baseUrl ? [] : [`  Public   ${listening.baseUrl}`];
  const elsewhere =
    cluster === undefined || cluster.startsWith(config.DATA_DIR)
      ? []
      : [`  Database ${cluster} (its own user cannot enter DATA_DIR); delete it together with DATA_DIR`];
  const warnings = [
    ...(config.SCAN_ALLOW_CIDRS?.length
      ? [
          `scans may reach ${config.SCAN_ALLOW_CIDRS.join(', ')} (SCAN_ALLOW_CIDRS): private ranges in it are open to every caller`,
        ]
      : []),
    ...(config.RESEND_API_KEY && config.MAIL_FROM === DEFAULT_SENDER
      ? ['MAIL_FROM is not set: Resend delivers only from a domain that you have verified there']
      : []),
  ];
  return [
    '',
    `  ${config.SERVICE_NAME} is up at ${baseUrl}`,
    '',
    `  Try it   curl -s ${baseUrl}/api/scan -H 'content-type: application/json' -d '{"url":"example.com"}'`,
    `  Page     ${baseUrl}/        API docs  ${baseUrl}/docs        Operations  ${baseUrl}/ops`,
    `  Key      npm run -s palisade -- keys create --email you@example.com`,
    `  Data     ${config.DATABASE_URL ? 'DATABASE_URL' : config.DATA_DIR}        Queue  ${config.REDIS_URL ? 'Redis' : 'PostgreSQL'}`,
    ...elsewhere,
    ...published,
    ...warnings.map((warning) => `  Warning  ${warning}`),
    '',
    '  Ctrl-C stops everything.',
    '',
  ].join('\n');
}
