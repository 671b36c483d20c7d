import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createClient, PalisadeError, type PalisadeClient } from '@palisade/client/client';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { pagesFrom } from '../scanning/further-pages.ts';
import { line } from '../terminal/shown.ts';
import { print } from '../terminal/write.ts';
import { fileFault, UsageError } from '../usage-error.ts';

export interface ComplianceOptions {
  server?: string;
  token?: string;
  email?: string;
  preparedFor?: string;
  logo?: string;
  cardData?: string;
  personalData?: string;
  framework?: string[];
  pages?: string;
}

const CARD_DATA = ['none', 'redirect', 'iframe', 'own_page'] as const;
type CardData = (typeof CARD_DATA)[number];
const TIMEOUT_MS = 60_000;

/**
 * `palisade compliance generate URL`: has a service scan the site and mail the compliance report that a token pays for.
 * @throws UsageError, PalisadeError
 */
export async function generateCompliance(url: string, options: ComplianceOptions): Promise<ExitStatus> {
  const baseUrl = required(options.server, '--server');
  if (!URL.canParse(baseUrl)) throw new UsageError('--server takes the URL of a Palisade service');
  const order = {
    url,
    token: required(options.token ?? process.env['PALISADE_TOKEN'], '--token (or PALISADE_TOKEN)'),
    email: required(options.email, '--email'),
    scope: scopeOf(options),
    ...(options.preparedFor !== undefined && { prepared_for: options.preparedFor }),
    // The service validates these, and reports what is wrong.
    ...(options.framework !== undefined && { frameworks: options.framework as never }),
    ...(options.pages !== undefined && { pages: pagesFrom(options.pages) }),
  };
  const client = createClient({ baseUrl, timeoutMs: TIMEOUT_MS });
  const logo = options.logo === undefined ? undefined : await sendLogo(client, options.logo);
  // If the answer is lost, the same command gets it again; otherwise it would say that the token was used.
  const idempotencyKey = createHash('sha256')
    .update(JSON.stringify([order, logo]))
    .digest('base64url');
  const { message } = await client.generateComplianceReport(
    { ...order, ...(logo !== undefined && { logo }) },
    { idempotencyKey },
  );
  print(line`${message}`);
  return EXIT.fine;
}

function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') throw new UsageError(`${option} is missing`);
  return value;
}

function scopeOf({ cardData, personalData }: ComplianceOptions): { card_data?: CardData; personal_data?: boolean } {
  if (cardData !== undefined && !CARD_DATA.some((one) => one === cardData))
    throw new UsageError(`--card-data takes one of ${CARD_DATA.join(', ')}`);
  if (personalData !== undefined && personalData !== 'yes' && personalData !== 'no')
    throw new UsageError('--personal-data takes yes or no');
  return {
    ...(cardData !== undefined && { card_data: cardData as CardData }),
    ...(personalData !== undefined && { personal_data: personalData === 'yes' }),
  };
}

async function sendLogo(client: PalisadeClient, file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw fileFault(`--logo ${file}`, 'read', error);
  });
  try {
    // The service identifies the type from the file itself.
    const picture = new Blob([bytes], { type: bytes[0] === 0x89 ? 'image/png' : 'image/jpeg' });
    return (await client.sendClientLogo({}, { file: picture })).logo;
  } catch (error) {
    if (error instanceof PalisadeError && error.status >= 400 && error.status < 500)
      throw new UsageError(`--logo ${file}: ${error.message}`);
    throw error;
  }
}
