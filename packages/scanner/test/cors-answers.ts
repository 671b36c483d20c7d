import type { CorsEvidence, CorsProbe } from '../src/evidence/cors.ts';

export interface CorsAnswers {
  /** Access-Control-Allow-Origin for an Origin. Null for none. */
  allow?: (origin: string) => string | null;
  credentials?: string;
  vary?: string;
  /** Allows only this method. */
  on?: CorsProbe['method'];
  preflightStatus?: number;
}

const FOREIGN = 'https://pdeadbeef.example';
const CLEAR = 'http://p00c0ffee.example.test';
const LOOKALIKE = 'https://example.test.p01234567.xp89abcdefexample.test';

/** The five probes against a site at https://example.test that responds as described. */
export function corsAnswers({ allow, credentials, vary, on, preflightStatus = 204 }: CorsAnswers): CorsEvidence {
  const probe = (kind: CorsProbe['kind'], method: CorsProbe['method'], origin: string): CorsProbe => {
    const granted = on === undefined || on === method ? (allow?.(origin) ?? null) : null;
    return {
      kind,
      method,
      origin,
      status: method === 'OPTIONS' ? preflightStatus : 200,
      allow_origin: granted === null ? [] : [granted],
      allow_credentials: granted === null || credentials === undefined ? [] : [credentials],
      allow_methods: [],
      allow_headers: [],
      vary: vary === undefined ? [] : [vary],
    };
  };
  return {
    url: 'https://example.test/',
    probes: [
      probe('foreign', 'GET', FOREIGN),
      probe('null', 'GET', 'null'),
      probe('lookalike', 'GET', LOOKALIKE),
      probe('clear', 'GET', CLEAR),
      probe('preflight', 'OPTIONS', FOREIGN),
    ],
    incomplete: null,
  };
}
