import path from 'node:path';
import { z } from 'zod';
import { DatabasePasswords, NEEDED_PASSWORDS } from './database-passwords.ts';
import {
  Secret,
  admissionParts,
  baseUrl,
  cidrs,
  flag,
  headerSecret,
  integer,
  mailbox,
  origins,
  secret,
  url,
} from './fields.ts';
import { fileFaults } from './file-faults.ts';
import { given as givenIn, parseEnvironment } from './parse-environment.ts';
import { ScanEnvironment } from './scan-config.ts';
import { sellerFaults } from './seller-faults.ts';
import { ServiceAddress } from './service-address.ts';

/** The sender in outbox folders. Mail providers refuse it. */
export const DEFAULT_SENDER = 'Palisade <reports@palisade.invalid>';

/** All environment variables of Palisade: the only place that defines their names and meanings. */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  SERVICE_NAME: z.string().trim().min(1).max(60).default('Palisade'),
  ...ServiceAddress.shape,
  DATA_DIR: z.string().regex(/\S/, 'must not be blank').default('.data'),
  DATABASE_URL: url('postgresql:', 'postgres:').optional(),
  /** With all three set, the start creates a role for each service, and each service uses its own. */
  ...DatabasePasswords.shape,
  REDIS_URL: url('redis:', 'rediss:').optional(),
  /** `true`: REDIS_URL names one node of a Redis Cluster. */
  REDIS_CLUSTER: flag,
  TRUST_PROXY: cidrs.optional(),
  /** Web pages of these origins may call the API; it accepts no cookie from them. */
  API_CORS_ORIGINS: origins.optional(),
  FREE_SCANS_PER_DAY: integer(0, 1_000_000).default(5),
  /** Limits of checkouts per hour: for one address, and for all together. */
  CHECKOUTS_PER_ADDRESS: integer(1, 1_000_000).default(100),
  CHECKOUTS_PER_HOUR: integer(1, 1_000_000).default(2_000),
  SCAN_CONCURRENCY: integer(1, 1000).default(50),
  ADMISSION_WITHOUT: admissionParts,
  ...ScanEnvironment.shape,
  APP_SECRET: z
    .string()
    .min(16, 'must be at least 16 characters')
    .transform((text) => new Secret(text))
    .optional(),
  /** Ed25519, PKCS #8 PEM (or its base64); unset: one is created under DATA_DIR. */
  REPORT_SIGNING_KEY: secret.optional(),
  RESEND_API_KEY: headerSecret.optional(),
  RESEND_BASE_URL: baseUrl().optional(),
  MAIL_FROM: mailbox.default(DEFAULT_SENDER),
  STRIPE_SECRET_KEY: headerSecret.optional(),
  STRIPE_WEBHOOK_SECRET: secret.optional(),
  /** Stripe's SDK takes a host only. */
  STRIPE_API_BASE_URL: baseUrl()
    .refine((text) => URL.parse(text)?.pathname === '/', 'must not contain a path')
    .optional(),
  /** `true`: Stripe calculates and collects the tax. */
  STRIPE_AUTOMATIC_TAX: flag,
  RAZORPAY_KEY_ID: z.string().trim().min(1).optional(),
  RAZORPAY_KEY_SECRET: secret.optional(),
  RAZORPAY_WEBHOOK_SECRET: secret.optional(),
  RAZORPAY_API_BASE_URL: baseUrl().optional(),
  /** The seller, as shown on the terms, privacy and contact pages. */
  SELLER_NAME: z.string().trim().min(1).max(200).optional(),
  SELLER_ADDRESS: z.string().trim().min(1).max(500).optional(),
  SELLER_EMAIL: z.email().max(254).optional(),
  SELLER_TAX_ID: z.string().trim().min(1).max(100).optional(),
  OPS_TOKEN: secret.optional(),
  /** `true`: the job browser may retry, remove and pause; otherwise it is read-only. */
  OPS_JOBS_WRITABLE: flag,
  /** Set: traces are exported. OpenTelemetry's own packages read these and their other OTEL_ variables. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export const VARIABLES: ReadonlySet<string> = new Set(Object.keys(Environment.shape));

/** A variable that is useless without another one. */
const NEEDS: ReadonlyArray<readonly [variable: keyof Config, needed: keyof Config]> = [
  ...NEEDED_PASSWORDS,
  ['REDIS_CLUSTER', 'REDIS_URL'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
  ['STRIPE_AUTOMATIC_TAX', 'STRIPE_SECRET_KEY'],
  ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET'],
  ['RAZORPAY_KEY_SECRET', 'RAZORPAY_KEY_ID'],
  ['RAZORPAY_WEBHOOK_SECRET', 'RAZORPAY_KEY_ID'],
];

/** Rules across several variables, checked on the raw input so that one invalid value does not hide them. */
function crossFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = [];
  if (given['NODE_ENV'] === 'production' && given['APP_SECRET'] === undefined) {
    faults.push('APP_SECRET is required with NODE_ENV=production');
  }
  faults.push(...sellerFaults(given), ...fileFaults(given));
  for (const [variable, needed] of NEEDS) {
    if (given[variable] !== undefined && given[needed] === undefined) {
      faults.push(`${needed} is needed because ${variable} is set`);
    }
  }
  return faults;
}

export type Config = Readonly<Omit<z.infer<typeof Environment>, 'DATA_DIR'>> & {
  /** Absolute. */
  readonly DATA_DIR: string;
};

/**
 * Reads and checks the environment.
 * @throws ConfigError
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = givenIn(environment);
  const config = parseEnvironment(Environment, given, crossFaults(given));
  return { ...config, DATA_DIR: path.resolve(config.DATA_DIR) };
}

/** Whether browsers reach us over https, according to the public URL. */
export function publicBaseUrl(config: Config, listening: { host: string; port: number }): string {
  if (config.PUBLIC_BASE_URL) return config.PUBLIC_BASE_URL.replace(/\/+$/, '');
  return ownUrl(listening);
}

/** Where this process listens, as a URL. */
export function ownUrl({ host, port }: { host: string; port: number }): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** An OTLP exporter is configured, with OpenTelemetry's own variables. */
export function exportsTraces(
  config: Partial<
    Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' | 'OTEL_SDK_DISABLED'>
  >,
): boolean {
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined && config.OTEL_SDK_DISABLED?.toLowerCase() !== 'true';
}
