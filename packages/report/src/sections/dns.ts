import { z } from 'zod';
import { Check } from '../check.ts';

/** `unknown`: the lookup failed (`reason` says how), which is never the same as `absent`. */
const RecordState = z.enum(['present', 'absent', 'unknown']);

const state = {
  state: RecordState,
  reason: z.string().nullable().describe('why the state is unknown; otherwise null'),
};

const Addresses = z.object({ ...state, addresses: z.array(z.string()) });
const Text = z.object({
  ...state,
  name: z.string().describe('the name looked up'),
  record: z.string().nullable().describe('the record text; bytes outside printable ASCII as \\DDD'),
});

export const DnsSection = z.object({
  host: z
    .string()
    .nullable()
    .describe('the name looked up; null when the target is an IP address or a name of a hosting platform'),
  mail_domain: z.string().nullable().describe('the domain whose mail records are checked: the registrable domain'),
  a: Addresses.nullable(),
  aaaa: Addresses.nullable(),
  cname_chain: z.array(z.string()).nullable().describe('targets in order; empty if the host is not an alias'),
  ns: z
    .object({ ...state, servers: z.array(z.object({ host: z.string(), addresses: z.array(z.string()) })) })
    .nullable(),
  mx: z
    .object({
      ...state,
      null_mx: z.boolean().describe('"0 ." says that the domain accepts no mail (RFC 7505)'),
      records: z.array(
        z.object({
          preference: z.int(),
          exchange: z.string(),
          resolves: z.boolean().nullable().describe('whether the host has an address; null when that is not known'),
        }),
      ),
    })
    .nullable(),
  caa: z
    .object({
      ...state,
      found_at: z.string().nullable().describe('the name whose record set applies (RFC 8659 §3)'),
      records: z.array(z.object({ flags: z.int(), tag: z.string(), value: z.string() })),
    })
    .nullable(),
  dnssec: z
    .object({
      state: z
        .enum(['secure', 'insecure', 'unlinked', 'bogus', 'unknown'])
        .describe('unlinked: signed, but the parent zone has no DS record'),
      reason: z.string().nullable(),
      zone: z.string(),
      resolver_validates: z.boolean().nullable(),
      ds: z.array(z.object({ key_tag: z.int(), algorithm: z.string(), digest: z.string() })),
      dnskey_algorithms: z.array(z.string()),
    })
    .nullable(),
  spf: z
    .object({
      result: z
        .enum(['valid', 'none', 'multiple', 'permerror', 'unknown'])
        .describe('the result for a receiver (RFC 7208)'),
      domain: z.string(),
      record: z.string().nullable(),
      all: z
        .enum(['+', '-', '~', '?'])
        .nullable()
        .describe('for senders not listed, redirects followed; null: neutral'),
      lookups: z.int().describe('DNS lookups that a receiver may need; the limit is 10'),
      void_lookups: z.int().describe('lookups that find nothing; the limit is 2'),
      includes: z.array(z.string()).describe('domains whose policy the record includes, in lookup order'),
      errors: z.array(z.string()),
    })
    .nullable(),
  dmarc: z
    .object({
      state: z.enum(['found', 'none', 'multiple', 'malformed', 'unknown']),
      found_at: z.string().nullable().describe('the domain whose _dmarc record applies (RFC 9989 tree walk)'),
      record: z.string().nullable(),
      policy: z.enum(['none', 'quarantine', 'reject']).nullable().describe('for mail from the scanned host'),
      subdomain_policy: z.enum(['none', 'quarantine', 'reject']).nullable(),
      testing: z.boolean(),
      reports_to: z.array(z.string()),
    })
    .nullable(),
  mta_sts: Text.extend({
    policy_url: z.string().nullable(),
    mode: z
      .enum(['enforce', 'testing', 'none'])
      .nullable()
      .describe('from the policy file; null if it could not be fetched'),
  }).nullable(),
  tls_rpt: Text.nullable(),
  bimi: Text.nullable(),
  dkim: z
    .object({
      asked: z.array(z.string()).describe('selectors; others may exist'),
      keys: z.array(z.object({ selector: z.string(), record: z.string() })),
    })
    .nullable()
    .optional()
    .describe('keys found at commonly used selectors'),
  mail_servers: z
    .array(
      z.object({
        host: z.string(),
        state: z
          .enum(['encrypted', 'tls_failed', 'clear', 'refused', 'unreached'])
          .describe('the response of port 25 to EHLO and STARTTLS; unreached says nothing about the server'),
        reason: z.string().nullable(),
        version: z.string().nullable().describe('of TLS'),
        certificate_names: z.array(z.string()),
        certificate_ends: z.string().nullable(),
        tlsa: z.array(z.string()),
      }),
    )
    .nullable()
    .optional()
    .describe('the first mail servers, in the order a sender tries them'),
  https: z
    .object({
      ...state,
      records: z.array(
        z.object({
          priority: z.int(),
          target: z.string(),
          alpn: z.array(z.string()),
          port: z.int().nullable(),
          ech: z.boolean().describe('includes keys for Encrypted Client Hello (ECH)'),
        }),
      ),
    })
    .nullable(),
  tlsa: z
    .object({
      ...state,
      name: z.string(),
      authenticated: z.boolean().describe('validated by DNSSEC; otherwise clients ignore it'),
      records: z.array(z.string()),
    })
    .nullable(),
  checks: z.array(Check),
});
export type DnsSection = z.infer<typeof DnsSection>;
