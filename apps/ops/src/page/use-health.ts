import { useEffect, useRef, useState } from 'react';
import type { OpsHealth } from '../ops-health.ts';

const EVERY_MS = 2_000;
/** The service itself answers within three seconds, and reports what did not. */
const ANSWER_WITHIN_MS = 8_000;

export interface Looked {
  health: OpsHealth | null;
  /** Why the last request failed; the figures are from an earlier one. */
  failure: string | null;
}

/** Polls while `live`, and once on request. */
export function useHealth(live: boolean): Looked & { look: () => void } {
  const [looked, setLooked] = useState<Looked>({ health: null, failure: null });
  const [asked, setAsked] = useState(0);
  const askedBefore = useRef(0);
  useEffect(() => {
    if (!live && asked === askedBefore.current) return;
    askedBefore.current = asked;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      try {
        const health = await ask(leaving.signal);
        setLooked({ health, failure: null });
      } catch (error) {
        if (leaving.signal.aborted) return;
        setLooked(({ health }) => ({ health, failure: reasonOf(error as Error) }));
      }
      if (live) timer = setTimeout(() => void look(), EVERY_MS);
    };
    void look();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [live, asked]);
  return { ...looked, look: () => setAsked((times) => times + 1) };
}

async function ask(leaving: AbortSignal): Promise<OpsHealth> {
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  const response = await fetch('/ops/api/health', { signal });
  if (response.ok) return (await response.json()) as OpsHealth;
  if (response.status === 401) throw new Error('you are signed out, or OPS_TOKEN has changed: load the page again');
  throw new Error(`the service answered ${response.status}`);
}

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'the service does not answer';
  // The message of `fetch` without a connection differs between browsers.
  return error instanceof TypeError ? 'the service cannot be reached' : error.message;
}
