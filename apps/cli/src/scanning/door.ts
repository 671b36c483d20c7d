import { credentialHeader, type Credentials } from '@palisade/scanner/gather/net/credentials';
import { readText } from '../text-file.ts';
import { UsageError } from '../usage-error.ts';
import type { ScanSettings } from './settings.ts';

/**
 * What gets a scan past the site's door.
 * @throws UsageError, which never repeats a value
 */
export async function credentialsFrom(door: ScanSettings['door']): Promise<Credentials | undefined> {
  const { header = [], cookie = [], basic, clientCert, clientKey } = door;
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
  // In turn, so that it is always the first missing file that is named.
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
