import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { finalHop, HeaderFields, type HttpEvidence, type HttpHop } from '../src/evidence/http.ts';
import { have, missing } from '../src/evidence/gathered.ts';
import type { Evidence, EvidenceValue } from '../src/evidence.ts';
import { readPage } from '../src/parse/page/page.ts';
import { evidenceWith, hop, httpEvidence } from './evidence.ts';

const Answer = z.strictObject({ status: z.int().default(200), headers: HeaderFields.default([]) });

/** One site, described by its responses, and what its report must contain. */
const Vector = z.strictObject({
  id: z.string(),
  area: z.string(),
  why: z.string(),
  target: z.url().default('https://site.example/'),
  status: z.int().default(200),
  headers: HeaderFields.default([]),
  head: z.string().default(''),
  body: z.string().default(''),
  /** Port 80. By default a 301 to https on the same host. */
  http: z.union([Answer, z.literal('silent')]).optional(),
  /** Any other host. */
  peer: Answer.optional(),
  cors: z
    .strictObject({ allow: z.union([z.literal('any'), z.array(z.string())]), credentials: z.boolean().default(false) })
    .optional(),
  /** `at` is a place in the report: `headers:<name>`, a section, `redirect`, `status`, `grade`. */
  expect: z.array(
    z.strictObject({ at: z.string(), is: z.union([z.string(), z.int()]), names: z.array(z.string()).optional() }),
  ),
});
export type Vector = z.infer<typeof Vector>;

export function readVectors(): Vector[] {
  return z.array(Vector).parse(JSON.parse(readFileSync(new URL('./vectors/headers.json', import.meta.url), 'utf8')));
}

/** The evidence that a scan of the site would gather. */
export function evidenceOf(vector: Vector): Evidence {
  const target = new URL(vector.target);
  const http = follow(vector, vector.target);
  const plain = vector.http === 'silent' ? null : follow(vector, `http://${target.hostname}/`);
  return evidenceWith({
    target: {
      url: target.href,
      scheme: target.protocol === 'https:' ? 'https' : 'http',
      host: target.hostname,
      port: target.protocol === 'https:' ? 443 : 80,
      registrable_domain: target.hostname,
    },
    http,
    plain_http: plain
      ? have({ hops: plain.hops, end: plain.end })
      : missing('refused', 'site', 'nothing listens on port 80'),
    page: readPage(new TextEncoder().encode(html(vector)), {
      url: finalHop(http).url,
      contentType: 'text/html; charset=utf-8',
      truncated: false,
    }),
    ...(vector.cors ? { cors: corsEvidence(vector.cors, target.href) } : {}),
  });
}

function html({ head, body }: Vector): string {
  return `<!doctype html><html lang="en"><head><title>t</title>${head}</head><body><p>ok</p>${body}</body></html>`;
}

function follow(vector: Vector, start: string): HttpEvidence {
  const hops: HttpHop[] = [];
  for (let url: string | null = start; url !== null && hops.length < 10;) {
    const step: HttpHop = answer(vector, url);
    if (hops.some((one) => one.url === url)) return httpEvidence(hops, { end: 'loop' });
    hops.push(step);
    const redirects = [301, 302, 303, 307, 308].includes(step.status);
    if (redirects && step.location === null) return httpEvidence(hops, { end: 'bad_location' });
    url = step.location;
  }
  return httpEvidence(hops);
}

function answer(vector: Vector, url: string): HttpHop {
  const { hostname, protocol, pathname } = new URL(url);
  const site = new URL(vector.target);
  if (hostname !== site.hostname) return hop({ url, ...(vector.peer ?? { status: 200, headers: [] }) });
  if (protocol === 'http:' && site.protocol === 'https:') {
    if (vector.http === undefined)
      return hop({ url, status: 301, headers: [['Location', `https://${hostname}${pathname}`]] });
    if (vector.http !== 'silent')
      return hop({ url, ...(pathname === '/' ? vector.http : { status: 200, headers: [] }) });
  }
  return hop({
    url,
    status: vector.status,
    headers: [['Content-Type', 'text/html; charset=utf-8'], ...vector.headers],
  });
}

function corsEvidence(cors: NonNullable<Vector['cors']>, url: string): EvidenceValue<'cors'> {
  type Probe = EvidenceValue<'cors'>['probes'][number];
  const ask = (kind: Probe['kind'], origin: string): Probe => {
    const granted = cors.allow === 'any' || cors.allow.includes(origin);
    return {
      kind,
      method: kind === 'preflight' ? 'OPTIONS' : 'GET',
      origin,
      status: 200,
      allow_origin: granted ? [origin] : [],
      allow_credentials: granted && cors.credentials ? ['true'] : [],
      allow_methods: [],
      allow_headers: [],
      vary: ['Origin'],
    };
  };
  const probes = [
    ask('foreign', 'https://stranger.example'),
    ask('null', 'null'),
    ask('lookalike', 'https://site.example.stranger.example'),
  ];
  const grant = probes.findIndex(({ allow_origin }) => allow_origin.length > 0);
  return { url, probes: grant < 0 ? probes : probes.slice(0, grant + 1), incomplete: null };
}
