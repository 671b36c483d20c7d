import type { SiteAnswer, SiteRequest } from './http1.ts';

/** How a site handles a request's `Origin`. The named modes are mistakes seen in the wild. */
export interface CorsBehavior {
  /**
   * - `reflect`: any origin; `null`: only the null origin; `star`: a constant `*`;
   * - `prefix`, `suffix`, `contains`: a broken comparison with the site's own origin;
   * - a list: exactly these origins; a function: the value to send, or null for none.
   */
  allow:
    | 'reflect'
    | 'null'
    | 'star'
    | 'prefix'
    | 'suffix'
    | 'contains'
    | readonly string[]
    | ((origin: string) => string | null);
  /** Adds `Access-Control-Allow-Credentials: true`. */
  credentials?: boolean;
  /** Adds `Vary: Origin`. */
  vary?: boolean;
  /** Methods whose responses have the fields; default all. */
  methods?: readonly string[];
}

/** The response with the CORS fields of this behavior. */
export function withCors(answer: SiteAnswer, behavior: CorsBehavior, request: SiteRequest, host: string): SiteAnswer {
  if (behavior.methods && !behavior.methods.includes(request.method)) return answer;
  const allowed = allowedOrigin(behavior, request.origin, host);
  if (allowed === null) return answer;
  const added: [string, string][] = [['Access-Control-Allow-Origin', allowed]];
  if (behavior.credentials) added.push(['Access-Control-Allow-Credentials', 'true']);
  if (behavior.vary) added.push(['Vary', 'Origin']);
  if (request.method === 'OPTIONS') added.push(['Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE']);
  return { ...answer, headers: [...(answer.headers ?? []), ...added] };
}

function allowedOrigin({ allow }: CorsBehavior, origin: string | null, host: string): string | null {
  if (allow === 'star') return '*';
  if (origin === null) return null;
  if (typeof allow === 'function') return allow(origin);
  if (typeof allow === 'object') return allow.includes(origin) ? origin : null;
  const registrable = host.split('.').slice(-2).join('.');
  const accepted = {
    reflect: true,
    null: origin === 'null',
    prefix: origin.startsWith(`https://${host}`),
    suffix: origin.endsWith(registrable),
    contains: origin.includes(host),
  }[allow];
  return accepted ? origin : null;
}
