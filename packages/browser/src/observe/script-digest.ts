import { createHash } from 'node:crypto';
import { cut } from './bounded.ts';
import { featuresIn } from './features.ts';
import { servedBytes, type Served } from './served-bytes.ts';

/**
 * What is kept of a script: a page can create hundreds of them, each several megabytes long, and the process that reads them drives
 * other browsers at the same time.
 */
export interface ScriptDigest {
  /** Base64; empty: the text could not be read. */
  sha384: string;
  bytes: number;
  sample: string;
  /** Powerful features named in it. */
  features: readonly string[];
  /** The code around each call that starts a worker or a worklet; empty if there is none. */
  starting: string;
  /** It creates shadow trees. */
  shadows: boolean;
}

export const UNREAD: ScriptDigest = { sha384: '', bytes: 0, sample: '', features: [], starting: '', shadows: false };

const SAMPLE = 80;
/** Calls that start workers and worklets. */
const STARTS = /\bWorker\b|\bserviceWorker\b|orklet\b/gu;
const AROUND = 500;
const MOST_STARTS = 20;

/** @param text the text that ran; WebAssembly as one character per byte; null: not available */
export function digestOf(text: string | null, served?: Served): ScriptDigest {
  if (text === null) return UNREAD;
  const bytes = text.startsWith('\0asm') ? Buffer.from(text, 'latin1') : servedBytes(text, served);
  return {
    sha384: createHash('sha384').update(bytes).digest('base64'),
    bytes: bytes.length,
    sample: sampleOf(text),
    features: featuresIn(text),
    starting: startingIn(text),
    shadows: /attachShadow/u.test(text),
  };
}

/** Enough to find it again in a template; anything that could be a key or session id is left out. */
function sampleOf(text: string): string {
  return cut(
    text
      .trim()
      .slice(0, 4 * SAMPLE)
      .replaceAll(/(?=[\w+/=.-]*\d)[\w+/=.-]{12,}/gu, '…'),
    SAMPLE,
  );
}

function startingIn(text: string): string {
  const places: string[] = [];
  for (const { index } of text.matchAll(STARTS)) {
    places.push(text.slice(Math.max(0, index - AROUND), index + AROUND));
    if (places.length === MOST_STARTS) break;
  }
  return places.join('\n');
}
