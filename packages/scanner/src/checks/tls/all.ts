import type { AnyCheck } from '../../check.ts';
import aead from './aead.ts';
import alpn from './alpn.ts';
import brokenCiphers from './broken-ciphers.ts';
import certificateKey from './certificate-key.ts';
import certificateLifetime from './certificate-lifetime.ts';
import certificateName from './certificate-name.ts';
import certificatePurpose from './certificate-purpose.ts';
import certificateSignature from './certificate-signature.ts';
import certificateTransparency from './certificate-transparency.ts';
import certificateTrust from './certificate-trust.ts';
import certificateValidity from './certificate-validity.ts';
import chainOrder from './chain-order.ts';
import cipherPreference from './cipher-preference.ts';
import compression from './compression.ts';
import dane from './dane.ts';
import extendedMasterSecret from './extended-master-secret.ts';
import forwardSecrecy from './forward-secrecy.ts';
import httpsAvailable from './https-available.ts';
import intermediateValidity from './intermediate-validity.ts';
import keyExchange from './key-exchange.ts';
import legacyVersions from './legacy-versions.ts';
import modernVersions from './modern-versions.ts';
import ocspStapling from './ocsp-stapling.ts';
import otherAddresses from './other-addresses.ts';
import postQuantum from './post-quantum.ts';
import rc4Des from './rc4-des.ts';
import secondCertificate from './second-certificate.ts';
import secureRenegotiation from './secure-renegotiation.ts';
import severalServers from './several-servers.ts';
import sslVersions from './ssl-versions.ts';
import tripleDes from './triple-des.ts';

/** In report order. */
export const tlsChecks: readonly AnyCheck[] = [
  httpsAvailable,
  certificateTrust,
  certificateName,
  certificateValidity,
  intermediateValidity,
  certificatePurpose,
  certificateKey,
  certificateSignature,
  certificateLifetime,
  certificateTransparency,
  ocspStapling,
  chainOrder,
  secondCertificate,
  otherAddresses,
  severalServers,
  dane,
  modernVersions,
  legacyVersions,
  sslVersions,
  brokenCiphers,
  rc4Des,
  tripleDes,
  forwardSecrecy,
  aead,
  cipherPreference,
  keyExchange,
  postQuantum,
  secureRenegotiation,
  extendedMasterSecret,
  compression,
  alpn,
];
