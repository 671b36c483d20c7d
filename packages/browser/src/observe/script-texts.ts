import type { BrowserScript } from '@palisade/scanner/evidence/browser';
import type { BrowserSession } from '../session.ts';
import type { Loaded } from './load.ts';
import { scriptsOf } from './scripts.ts';
import { servedParts } from './stamp.ts';
import type { LoadScripts } from './varying.ts';

/**
 * The scripts of a load with their texts, to be compared with those of another load.
 * @param ours the nonce that replaced the site's own, if there is one
 */
export async function scriptTexts(
  { cdp }: BrowserSession,
  loaded: Loaded,
  url: string,
  ours?: string,
): Promise<LoadScripts> {
  const { scripts, sources } = await scriptsOf(cdp, loaded, url, { texts: true });
  return { scripts, texts: withoutNonces(sources, loaded, ours) };
}

/** A nonce has another structure in each response, and is another one under a policy of ours: all are one word. */
export function withoutNonces(
  texts: ReadonlyMap<BrowserScript, string>,
  { html }: Pick<Loaded, 'html'>,
  ours?: string,
): Map<BrowserScript, string> {
  const nonces = [...servedParts(html).nonces, ...(ours === undefined ? [] : [ours])];
  return new Map(
    [...texts].map(([script, text]) => [script, nonces.reduce((rest, nonce) => rest.replaceAll(nonce, NONCE), text)]),
  );
}

const NONCE = 'nonce';
