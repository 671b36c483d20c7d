import { credentialHeader, type Credentials } from '@palisade/scanner/gather/net/credentials';
import { readText } from '../text-file.ts';
import { UsageError } from '../usage-error.ts';
import type { ScanSettings } from './settings.ts';

/**
 * Credentials and headers that give a scan access to the site.
 * @throws UsageError, which never repeats a value
 */
export async function credentialsFrom(credentials: ScanSettings['credentials']): Promise<Credentials | undefined> {
  const { header = [], cookie = [], basic, clientCert, clientKey } = credentials;
  const headers = header.map(readHeader);
  const cookies = cookie.join('; ');
  if (cookies !== '') headers.push(field('Cookie', cookies, '--cookie'));
  if (basic !== undefined) {
    if (!basic.includes(':')) throw new UsageError('--basic takes user:password');
    headers.push(['Authorization', `Basic ${Buffer.from(basic, 'utf8').toString('base64')}`]);
  }
  if ((clientCert === undefined) !== (clientKey === undefined))
    throw new UsageError('--client-cert and --client-key go together');
  if (clientCert === undefined || clientKey === undefined) return headers.length > 0 ? { headers } : undefined;
  // One after the other, so that the first missing file is always the one reported.
  const cert = await readText(clientCert, `--client-cert ${clientCert}`);
  const key = await readText(clientKey, `--client-key ${clientKey}`);
  return { headers, clientCertificate: { cert, key } };
}

function readHeader(text: string): Credentials['headers'][number] {
  const colon = text.indexOf(':');
  if (colon < 1) throw new UsageError("--header takes 'Name: value'");
  return field(text.slice(0, colon).trim(), text.slice(colon + 1), '--header');
}

function field(name: string, value: string, option: string): Credentials['headers'][number] {
  try {
    return credentialHeader(name, value);
  } catch (error) {
    throw new UsageError(`${option}: ${(error as Error).message}`);
  }
}
