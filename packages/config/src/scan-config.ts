import { z } from 'zod';
import { cidrs, dnsServers, integer, ports } from './fields.ts';
import { given, parseEnvironment } from './parse-environment.ts';

const DEFAULT_PORTS = '80,443,8080,8443';

/** The variables for scanning: all that the command line reads. */
export const ScanEnvironment = z.object({
  SCAN_TIMEOUT_MS: integer(1000, 120_000).default(15_000),
  SCAN_ALLOW_CIDRS: cidrs.optional(),
  SCAN_ALLOW_PORTS: ports.prefault(DEFAULT_PORTS),
  SCAN_DNS_SERVERS: dnsServers.optional(),
  SCAN_EXTRA_CA_FILE: z.string().min(1).optional(),
  /** `auto`: a browser installed on the machine, else the one from `npm run browser:install`; `off`; or a path. */
  SCAN_BROWSER: z.string().trim().min(1).default('auto'),
  SCAN_SMTP: z.enum(['on', 'off'], 'must be on or off').optional(),
  SCAN_HTTP3: z.enum(['on', 'off'], 'must be on or off').optional(),
});
export type ScanConfig = Readonly<z.infer<typeof ScanEnvironment>>;

/**
 * The scan's part of the environment. Variables of the service have no effect here, valid or not.
 * @throws ConfigError
 */
export function readScanConfig(environment: NodeJS.ProcessEnv = process.env): ScanConfig {
  return parseEnvironment(ScanEnvironment, given(environment));
}
