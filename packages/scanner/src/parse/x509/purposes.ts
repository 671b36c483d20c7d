/** Purposes of the extended key usage (RFC 5280 §4.2.1.12). */
export const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
export const ANY_PURPOSE = '2.5.29.37.0';
/** Server-gated cryptography of Netscape and Microsoft, which OpenSSL still takes for servers. */
export const GATED: readonly string[] = ['2.16.840.1.113730.4.1', '1.3.6.1.4.1.311.10.3.3'];
