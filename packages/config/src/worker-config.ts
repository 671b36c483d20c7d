import { z } from 'zod';
import { flag, integer, admissionParts, url } from './fields.ts';
import { given, parseEnvironment } from './parse-environment.ts';
import { ScanEnvironment } from './scan-config.ts';
import { ServiceAddress } from './service-address.ts';

/** Variables of a process that uses only the database and the queue. No secret of callers, providers or operators. */
const WorkerEnvironment = ScanEnvironment.extend({
  DATABASE_URL: url('postgresql:', 'postgres:'),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  REDIS_CLUSTER: flag,
  ...ServiceAddress.shape,
  SCAN_CONCURRENCY: integer(1, 1000).default(50),
  ADMISSION_WITHOUT: admissionParts,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
});
type WorkerConfig = Readonly<z.infer<typeof WorkerEnvironment>>;

/** @throws ConfigError */
export function readWorkerConfig(environment: NodeJS.ProcessEnv = process.env): WorkerConfig {
  return parseEnvironment(WorkerEnvironment, given(environment));
}
