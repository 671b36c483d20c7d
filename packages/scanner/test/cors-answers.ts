import type { CorsEvidence, CorsProbe } from '../src/evidence/cors.ts';

export interface CorsAnswers {
  /** Access-Control-Allow-Origin for an Origin. Null for none. */
  allow?: (origin: string) => string | null;
  credentials?: string;
  vary?: string;
  /** Allows only this method. */
  on?: CorsProbe['method'];
  preflightStatus?: number;
  /** Access-Control-Allow-Methods and -Headers of a preflight response that grants something. */
  methods?: string;
  allowHeaders?: string;
}

const FOREIGN = 'https://pdeadbeef.example';
const CLEAR = 'http://p00c0ffee.example.test';
const LOOKALIKE = 'https://example.test.p01234567.xp89abcdefexample.test';

/** The five probes against a site at https://example.test that responds as described. */
export function corsAnswers(answers: CorsAnswers): CorsEvidence {
  const { allow, credentials, vary, on, preflightStatus = 204, methods = 'GET, PUT', allowHeaders } = answers;
  const probe = (kind: CorsProbe['kind'], method: CorsProbe['method'], origin: string): CorsProbe => {
    const permitted = (value?: string): string[] => (method === 'OPTIONS' && value ? [value] : []);
    const granted = on === undefined || on === method ? (allow?.(origin) ?? null) : null;
    return {
      kind,
      method,
      origin,
      status: method === 'OPTIONS' ? preflightStatus : 200,
      allow_origin: granted === null ? [] : [granted],
      allow_credentials: granted === null || credentials === undefined ? [] : [credentials],
      allow_methods: granted === null ? [] : permitted(methods),
      allow_headers: granted === null ? [] : permitted(allowHeaders),
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
