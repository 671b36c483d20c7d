import { TargetRefused } from '../errors.ts';
import { EVIDENCE_VERSION, type Evidence } from '../evidence.ts';
import type { BrowserEvidence } from '../evidence/browser.ts';
import { have, type Gathered, type Missing } from '../evidence/gathered.ts';
import { withoutSecrets } from '../without-secrets.ts';
import type { GatherContext } from './context.ts';
import { gatherCors } from './cors.ts';
import { gatherDns } from './dns.ts';
import { gatherHttp } from './http.ts';
import { gatherHttp3 } from './http3.ts';
import { gatherMailServers } from './mail/mail-servers.ts';
import { missingFrom } from './missing-from.ts';
import { gatherPlainHttp } from './plain-http.ts';
import { gatherScripts, type ReadScripts } from './scripts.ts';
import { gatherSecurityTxt } from './security-txt.ts';
import { gatherTls } from './tls.ts';
import { withWhatIsSpoken } from './tls/no-handshake.ts';

/** Called as each part of the evidence arrives; drives the progress display. */
export type OnProgress = (part: string) => void;

/** Runs one step of a scan, so that callers can record when it began and how it ended. */
export type Observe = <T>(step: string, work: () => Promise<T>) => Promise<T>;

const unobserved: Observe = (_step, work) => work();

/**
 * All network I/O of a scan, in parallel. Rejects only with `TargetRefused` or `NetworkFault`
 * (the site itself could not be had); every other failure is a `Missing` inside the evidence.
 */
export async function gather(
  context: GatherContext,
  onProgress?: OnProgress,
  observe: Observe = unobserved,
  /** Already running, in its own process or queue. Never rejects. */
  browserPart?: Promise<Gathered<BrowserEvidence>>,
): Promise<Evidence> {
  const started = Date.now();
  const { target, egress, signal } = context;
  const track = <T>(part: string, work: () => Promise<T>): Promise<T> =>
    observe(part, work).finally(() => {
      onProgress?.(part);
    });

  // DNS queries go to our resolver and not to the target, so they need not wait for its admission.
  const dnsPart = track('dns', () => contain(gatherDns(context)));
  // One lookup first: it decides between 400, 502 and a scan, and all gatherers share its response.
  await track('address', () => egress.resolve(target.host, signal));

  // The page is requested first. The closure waits for what follows.
  const page = track('page', () => gatherHttp(context).catch((error) => withWhatIsSpoken(error, target.host, tlsPart)));
  const tlsPart = track('tls', () => contain(gatherTls(context)));
  const parts = Promise.all([
    page,
    track('http', () => gatherPlainHttp(context, page).catch(missingUnlessRefused)),
    tlsPart,
    dnsPart,
    track('security.txt', () => contain(gatherSecurityTxt(context))),
    track('cors', () => contain(gatherCors(context, page))),
    observe('scripts', () => gatherScripts(context, page)).catch(noScripts),
  ]);
  const ended = parts.then(
    () => undefined,
    () => undefined,
  );
  const mailPart = dnsPart
    .then(async (found) => {
      const servers = found.ok ? await observe('mail', () => gatherMailServers(context, found.value, ended)) : [];
      return servers.length > 0 ? { mail_servers: servers } : {};
    })
    .catch((error: unknown) => ({ mail_failure: missingFrom(error).reason }));
  // It changes no score.
  const http3Part = observe('http/3', () => gatherHttp3(context, { page, dns: dnsPart, others: ended })).catch(
    () => null,
  );
  const [main, plainHttp, tlsAlone, dnsAlone, securityTxt, cors, scripts] = await parts;
  const [mail, http3] = await Promise.all([mailPart, http3Part]);
  // Only here: a site that cannot be scanned is not waited for twice.
  const browser = await (browserPart && track('browser', () => browserPart));
  const tls = tlsAlone.ok && http3 ? have({ ...tlsAlone.value, http3 }) : tlsAlone;
  const dns = dnsAlone.ok ? have({ ...dnsAlone.value, ...mail }) : dnsAlone;
  const gathered: Evidence = {
    version: EVIDENCE_VERSION,
    target: {
      url: target.url,
      scheme: target.scheme,
      host: target.host,
      port: target.port,
      registrable_domain: target.registrableDomain,
    },
    scanned_at: new Date(started).toISOString(),
    duration_ms: Date.now() - started,
    ...(context.userAgent !== undefined && { user_agent: context.userAgent }),
    allowed_cidrs: egress.usedCidrs(),
    http: main.http,
    page: main.page.ok ? have({ ...main.page.value, ...scripts }) : main.page,
    plain_http: plainHttp,
    tls,
    dns,
    cors,
    security_txt: securityTxt,
    ...(browser !== undefined && { browser }),
  };
  return withoutSecrets(gathered, context.masking);
}

/** What one gatherer could not get is a `Missing`; only the page itself and a refused redirect of the plain-http hop end a scan. */
function contain<T>(work: Promise<Gathered<T>>): Promise<Gathered<T>> {
  return work.catch(missingFrom);
}

/** A redirect to where we must not go ends the scan. */
function missingUnlessRefused(error: unknown): Missing {
  if (error instanceof TargetRefused) throw error;
  return missingFrom(error);
}

/** An unavailable page ends the scan. */
function noScripts(error: unknown): Pick<ReadScripts, 'scripts_failure'> {
  return { scripts_failure: missingFrom(error).reason };
}
