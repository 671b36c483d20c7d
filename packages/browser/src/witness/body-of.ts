import type { CDPSession } from 'playwright-core';
import type { Watch } from './watch.ts';

/** @returns the text that answered a request of the page; null when the browser has it no more */
export async function bodyOf(cdp: CDPSession, { requests }: Watch, address: string): Promise<string | null> {
  const request = [...requests.values()].find(
    ({ url, type, status }) => url === address && type === 'Script' && status === 200,
  );
  if (!request) return null;
  try {
    const { body, base64Encoded } = await cdp.send('Network.getResponseBody', { requestId: request.id });
    return base64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  } catch {
    return null;
  }
}
