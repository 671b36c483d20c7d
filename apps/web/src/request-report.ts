import type { FreeReport, OneTimeReport } from '@palisade/report/columns';

export type Report = FreeReport | OneTimeReport;

/** Asks the API for a scan. Rejects with an Error whose message is fit to be shown. */
export async function requestReport(url: string, token: string, signal: AbortSignal): Promise<Report> {
  let response: Response;
  try {
    response = await fetch('/api/scan', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(token ? { url, one_time_token: token } : { url }),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Error('The scan service cannot be reached. Check your connection and try again.', { cause: error });
  }
  const body = (await response.json().catch(() => null)) as Report | { error: string } | null;
  if (response.ok && body && !('error' in body)) return body;
  const reason = body && 'error' in body ? body.error : `the service answered ${response.status}`;
  throw new Error(sentence(reason));
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
