import {
  BROWSER_LIMITS,
  type BrowserCookie,
  type BrowserEvidence,
  type BrowserPage,
} from '@palisade/scanner/evidence/browser';
import { describeValue } from '@palisade/scanner/parse/cookies/set-cookie';
import { paymentOn } from '@palisade/scanner/parse/browser/payment';
import { CardFields } from '@palisade/scanner/parse/page/card-fields';
import { PersonalFields } from '@palisade/scanner/parse/page/personal-fields';
import type { BrowserSession } from '../session.ts';
import { cut, plainUrl } from './bounded.ts';
import { addClosedControls } from './closed-controls.ts';
import { databasesOf } from './databases.ts';
import { featuresUsed } from './features.ts';
import { leave } from './leave.ts';
import { load, type Loaded } from './load.ts';
import { NoPage } from './no-page.ts';
import { COLLECTING } from './page-use.ts';
import { whileTimePasses } from './pass-time.ts';
import { placedScripts } from './placed-scripts.ts';
import { whyUnpinned } from './pins.ts';
import { partyOf, requestEvidence, requestsOf } from './requests.ts';
import { takeScreenshot } from './screenshot.ts';
import { scriptsOf } from './scripts.ts';
import { sheetUses } from './sheet-uses.ts';
import { servedParts } from './stamp.ts';
import { tryPolicies } from './trials.ts';
import { cspViolations, otherViolations } from './violations.ts';
import type { PageReading } from './read-page.ts';

export interface PageFrom {
  loaded: Loaded;
  page: Omit<BrowserPage, 'trials'>;
  /** Null if none was wanted or could be taken. */
  screenshot: BrowserEvidence['screenshot'];
  /** The evidence, after the policies derived from it were tested. */
  tried(): Promise<BrowserPage>;
}

/** Header fields with security effects in browsers: PCI DSS 11.6.1 requires their comparison. */
const KEPT =
  /^(?:content-security-policy(?:-report-only)?|strict-transport-security|x-frame-options|x-content-type-options|referrer-policy|permissions-policy|feature-policy|cross-origin-(?:opener|embedder)-policy(?:-report-only)?|cross-origin-resource-policy|x-xss-protection|integrity-policy(?:-report-only)?|access-control-allow-(?:origin|credentials)|document-isolation-policy|origin-agent-cluster|refresh)$/u;
/** A header cut in the middle would hide a change in its end. Servers limit all headers together to 8 to 32 KB. */
const LONGEST_HEADER = 32_768;

/** With less time than this, no picture is taken. */
const PICTURE_MS = 900;

const HTML = /^(?:text\/html|application\/xhtml\+xml)$/u;

/**
 * Loads one page and records everything that it did. Cookie and storage values stay in the browser.
 * @throws NoPage for a download; for a further page also if it is not HTML, which has no policies
 */
export async function pageFrom(
  session: BrowserSession,
  { asked, found }: Pick<BrowserPage, 'asked' | 'found'>,
): Promise<PageFrom> {
  const loaded = await load(session, asked, {
    headers: [['content-security-policy-report-only', COLLECTING]],
    scripts: true,
  });
  const url = loaded.reading?.url ?? session.page.url();
  const kept =
    found === 'start'
      ? !/^application\/pdf$/u.test(loaded.reading?.type ?? '')
      : HTML.test(loaded.reading?.type ?? 'text/html');
  if (!/^https?:/u.test(url) || !kept) throw new NoPage(`answers with ${kindOf(loaded)}, not with a page`);
  const cookies = await cookiesOf(session, loaded, url);
  loaded.reading?.named.push(...(await sheetUses(session.cdp, loaded)));
  const databases = (await whileTimePasses(session.cdp, databasesOf(session.cdp, url))) ?? [];
  const hasTime = !session.deadline.aborted && session.leftMs() > PICTURE_MS;
  const screenshot = session.pictured && hasTime ? await takeScreenshot(session.cdp) : null;
  await leave(session, loaded);
  const ran = await scriptsOf(session.cdp, loaded, url, { texts: true });
  const ofPlaces = await placedScripts(loaded, ran, plainUrl(url));
  if (loaded.reading && (loaded.reading.closed || ran.shadows)) await addClosedControls(session.cdp, loaded.reading);
  const requests = requestsOf(loaded.watch);
  const frames = loaded.reading?.frames ?? [];
  const page: Omit<BrowserPage, 'trials'> = {
    url: plainUrl(url),
    asked: plainUrl(asked),
    found,
    status: loaded.status,
    title: loaded.reading ? cut(loaded.reading.title) : null,
    settled: loaded.settled,
    headers: loaded.headers
      .filter(([name]) => KEPT.test(name))
      .map(([name, value]) => [name, cut(value, LONGEST_HEADER)]),
    meta_policies: metaPolicies(loaded),
    requests: requestEvidence(requests, url),
    requests_total: requests.length,
    refused: session
      .refused()
      .slice(0, BROWSER_LIMITS.messages)
      .map(({ url: at, reason }) => ({ url: plainUrl(at), reason: cut(reason) })),
    scripts: ran.scripts,
    scripts_total: ran.total,
    frame_scripts: ofPlaces,
    cookies,
    storage: [...(loaded.reading?.storage ?? []), ...databases].slice(0, BROWSER_LIMITS.storage),
    mixed: loaded.watch.mixed
      .slice(0, BROWSER_LIMITS.messages)
      .map(({ insecureURL, resourceType, resolutionStatus }) => ({
        url: plainUrl(insecureURL),
        kind: resourceType ?? 'unknown',
        loaded: resolutionStatus === 'MixedContentWarning',
        upgraded: resolutionStatus === 'MixedContentAutomaticallyUpgraded',
      })),
    violations: [
      ...cspViolations(loaded.watch.violations.filter(({ reportOnly }) => !reportOnly)),
      ...otherViolations(loaded.watch),
    ].slice(0, BROWSER_LIMITS.violations),
    messages: messagesOf(loaded),
    forms: formsOf(loaded),
    ...(loaded.reading && { personal_fields: personalFields(loaded.reading) }),
    frames: framesOf(loaded, ran.documents, url),
    features: featuresUsed(ran.features, frames),
  };
  return {
    loaded,
    page,
    screenshot,
    tried: async () => {
      if (loaded.oversized || loaded.stuck) return { ...page, trials: [] };
      const { trials, pins, varying } = await tryPolicies({
        session,
        url,
        first: loaded,
        features: page.features,
        scripts: ran.scripts,
        texts: ran.sources,
        payment: paymentOn(page) !== null || found === 'checkout',
      });
      const scripts = ran.scripts.map((one) => {
        const [steady, address] = [varying.texts.get(one), varying.addresses.get(one)];
        const script = {
          ...one,
          ...(steady && { varies: steady.words }),
          ...(steady?.code && { code: steady.code }),
          ...(address && { address }),
        };
        if (script.fixed === null || script.url === null) return script;
        const unpinned = whyUnpinned(script, pins);
        return { ...script, fixed: pins.held.has(script.url), ...(unpinned === null ? {} : { unpinned }) };
      });
      return { ...page, scripts, trials };
    },
  };
}

/** As served, and as scripts added them: one that a script removed holds all the same. */
function metaPolicies({ reading, html }: Loaded): string[] {
  const all = [...servedParts(html).policies, ...(reading?.policies ?? [])].map((policy) => policy.trim());
  return [...new Set(all)]
    .filter((policy) => policy !== '')
    .slice(0, MOST_POLICIES)
    .map((policy) => cut(policy, LONGEST_HEADER));
}

const MOST_POLICIES = 20;

function kindOf({ headers, status, reading }: Loaded): string {
  const sent = headers
    .find(([name]) => name === 'content-type')?.[1]
    .split(';', 1)[0]
    ?.trim();
  const failed = (status ?? 0) >= 400;
  return cut(sent || (failed ? '' : reading?.type) || `status ${status ?? 0}`, 80);
}

/** From the protocol: Playwright names a cookie without SameSite `Lax`. */
async function cookiesOf({ cdp }: BrowserSession, { watch }: Loaded, url: string): Promise<BrowserCookie[]> {
  const { cookies: all } = await cdp.send('Network.getAllCookies').catch(() => ({ cookies: [] }));
  return all.slice(0, BROWSER_LIMITS.cookies).map((cookie) => {
    const { bytes, random, jwt } = describeValue(cookie.name, cookie.value);
    const lasts = cookie.expires > 0 ? Math.round((cookie.expires * 1000 - Date.now()) / 86_400_000) : null;
    return {
      name: cookie.name.slice(0, 200),
      domain: cookie.domain,
      path: cut(cookie.path, 200),
      secure: cookie.secure,
      http_only: cookie.httpOnly,
      same_site: cookie.sameSite ?? null,
      party: partyOf(`https://${cookie.domain.replace(/^\./u, '')}/`, url),
      ...(cookie.partitionKey === undefined ? {} : { partitioned: true }),
      by_script: !cookie.httpOnly && !watch.answerCookies.has(cookie.name),
      days: lasts,
      value: { bytes, random, jwt },
    };
  });
}

/** Forms in the markup, and those that scripts cannot see: in closed shadow trees, objects and nested frames. */
function framesOf({ reading, elsewhere, frame: main }: Loaded, documents: ReadonlyMap<string, string>, page: string) {
  const seen = reading?.frames ?? [];
  const known = new Set(seen.map(({ url }) => plainUrl(url)));
  const others = [
    ...[...documents].flatMap(([id, url]) => (id === main ? [] : [url])),
    ...elsewhere.places.flatMap(({ kind, url }) => (kind === 'frame' ? [url] : [])),
  ].filter((url) => /^https?:/u.test(url) && !known.has(plainUrl(url)));
  return [...seen, ...[...new Set(others)].map((url) => ({ url, sandbox: null, allow: null }))]
    .slice(0, BROWSER_LIMITS.frames)
    .map(({ url, sandbox, allow }) => ({ url: plainUrl(url), sandbox, allow, party: partyOf(url, page) }));
}

/** From the console: Chromium's own security messages, except those about the policy that was added for collecting. */
function messagesOf({ watch }: Loaded): BrowserPage['messages'] {
  return watch.messages
    .filter(({ source, category }) => source === 'security' || source === 'violation' || category === 'cors')
    .filter(({ text }) => !/report-only/u.test(text))
    .slice(0, BROWSER_LIMITS.messages)
    .map(({ source, level, text }) => ({ source, level, text: cut(text) }));
}

/** Each form, and each place to which one of its buttons submits it instead. */
function formsOf({ reading, html }: Loaded): BrowserPage['forms'] {
  if (!reading) return [];
  const { forms: served } = servedParts(html);
  const unseen = [...served];
  const forms = reading.forms.flatMap((form, index) => {
    const at = form.framed ? -1 : unseen.indexOf(form.written);
    if (at !== -1) unseen.splice(at, 1);
    const shared = {
      password: form.password,
      card_fields: cardFields(reading, index),
      by_script: !form.framed && at === -1,
    };
    return [form, ...form.buttons].map(({ action, method }) => ({
      action: action === null ? null : plainUrl(action),
      method: methodOf(method),
      ...shared,
    }));
  });
  const loose = cardFields(reading, -1);
  const byScript = served.length === 0;
  const last = { action: null, method: 'get', password: false, card_fields: loose, by_script: byScript } as const;
  return (loose.length === 0 ? forms : [...forms, last]).slice(0, BROWSER_LIMITS.forms);
}

function cardFields({ controls }: PageReading, form: number): string[] {
  const fields = new CardFields();
  for (const control of controls)
    if (control.form === form) fields.see({ name: control.name, attributes: new Map(control.attributes) });
  return fields.fields.map((line) => cut(line));
}

function personalFields({ controls }: PageReading): string[] {
  const fields = new PersonalFields();
  for (const { name, attributes } of controls) fields.see({ name, attributes: new Map(attributes) });
  return fields.fields.map((line) => cut(line));
}

function methodOf(method: string): 'get' | 'post' | 'dialog' {
  return method === 'post' || method === 'dialog' ? method : 'get';
}
