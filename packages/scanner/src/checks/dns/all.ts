import type { AnyCheck } from '../../check.ts';
import addresses from './addresses.ts';
import bimi from './bimi.ts';
import caa from './caa.ts';
import danglingCname from './dangling-cname.ts';
import dkim from './dkim.ts';
import dmarc from './dmarc.ts';
import dnssec from './dnssec.ts';
import httpsRecord from './https-record.ts';
import ipv6 from './ipv6.ts';
import mailDane from './mail-dane.ts';
import mailEncryption from './mail-encryption.ts';
import mtaSts from './mta-sts.ts';
import mx from './mx.ts';
import nameServers from './name-servers.ts';
import spf from './spf.ts';
import tlsRpt from './tls-rpt.ts';
import tlsa from './tlsa.ts';

/** In report order. */
export const dnsChecks: readonly AnyCheck[] = [
  dnssec,
  caa,
  danglingCname,
  nameServers,
  spf,
  dmarc,
  dkim,
  mx,
  mailEncryption,
  mailDane,
  mtaSts,
  tlsRpt,
  bimi,
  tlsa,
  httpsRecord,
  ipv6,
  addresses,
];
