import type { CookieKind } from '@palisade/report/sections/cookies';
import { tableKind } from './cookie-table.ts';
import type { SetCookie } from './set-cookie.ts';

type Rule = readonly [kind: CookieKind, pattern: RegExp];

/**
 * Cookie names that products use, compared in lower case. The first match wins, so names that only sound like a
 * session (`_hjSessionUser_1`, `heroku-session-affinity`) come first.
 */
const KNOWN_NAMES: readonly Rule[] = [
  [
    'load-balancer',
    /^(?:aws(?:alb|elb)(?:app|tg|cors|appcors)?(?:-\d+)?(?:cors)?|bigipserver.*|serverid|routeid|arraffinity(?:samesite)?|gclb|ingresscookie|nsc_.*|citrix_ns_id.*|heroku-session-affinity|x-oracle-bmc-lbs-route|jroute|lb|sticky.*|affinity.*|ts[0-9a-f]{8,}|dps?_?lb.*|amlbcookie|apacheproxysession)$/u,
  ],
  [
    'bot-protection',
    /^(?:__cf_bm|cf_clearance|__cfruid|_cfuvid|__cf.*|ak_bmsc|bm_(?:sz|sv|mi|s|so|ss)|_abck|akavpau_.*|incap_ses_.*|visid_incap_.*|nlbi_.*|reese84|datadome|_px.*|kndctr_.*|__ddg.*|aws-waf-token)$/u,
  ],
  [
    'analytics',
    /^(?:_ga.*|_gid|_gat.*|__utm.*|_pk_.*|mtm_.*|_hj.*|ajs_.*|amp_.*|amplitude.*|mp_.*_mixpanel|_cl(?:ck|sk)|optimizely.*|s_(?:cc|vi|sq|fid|nr.*)|amcvs?_.*|_sp_(?:id|ses).*|__hs(?:tc|src|sc)|hubspotutk|dt(?:cookie|sa|latc)|rx(?:visitor|vt)|dtpc|ab\.storage\..*|_vw[ao]_.*|_vis_opt_.*|wooTracks.*|_shopify_(?:s|y|sa_.*)|_dd_s|nr(?:ba|_).*|rl_.*|ki_.*|plausible.*|umami.*|sessionid_analytics|session_depth)$/iu,
  ],
  [
    'advertising',
    /^(?:_fb[pc]|_gcl_.*|_uet[sv]id.*|ide|test_cookie|nid|fr|muid|_ttp|_tt_.*|_pin_unauth|_rdt_uuid|_scid.*|li_(?!at$).*|bcookie|bscookie|lidc|anj|uuid2|_kla_id|__adroll.*|__gads|__gpi|__eoi)$/u,
  ],
  [
    'consent',
    /^(?:cookie[-_]?(?:consent|notice|law|accepted?|policy|banner|bar|control)?(?:[-_].*)?|optanon.*|euconsent.*|cmplz_.*|borlabs.*|tarteaucitron|viewed_cookie_policy|cookielawinfo.*|gdpr.*|consent.*|didomi.*|usprivacy|.*[-_]consent|moove_gdpr.*|cky-.*|cookieyes.*)$/u,
  ],
  [
    'anti-csrf',
    /^(?:ct0|form_key|fkey|crumb|formtoken|_?authenticity_token|__requestverificationtoken.*|\.aspnetcore\.antiforgery\..*|__antixsrftoken)$/u,
  ],
  [
    'session',
    /^(?:(?:next-auth|authjs)\.session-token(?:\.\d+)?|phpsessid|jsessionid(?:sso)?|asp\.net_sessionid|aspsessionid[a-z]{8}|\.aspnetcore\.(?:cookies|session|identity\.(?:application|external|twofactor.*))c?\d*|\.aspnet\.(?:applicationcookie|cookies)|\.aspxauth|\.aspxforms.*|fedauth\d*|connect\.sid|laravel_session|remember_(?:web|user|me|token)(?:_.*)?|rememberme|cfid|cftoken|cfglobals|s?sess[0-9a-f]{32}|[0-9a-f]{32}|wordpress_(?:logged_in|sec)_.*|wp_woocommerce_session_.*|prestashop-[0-9a-f]+|(?:fe|be)_typo_user|frontend|adminhtml|phpbb\d*_.*_(?:sid|k)|xf_(?:session|user)|bb_?sessionhash|vb_?sessionhash|mrhsession|lastmrh_session|ltpatoken\d?|smsession|iplanetdirectorypro|keycloak_(?:session|identity)(?:_legacy)?|auth_session_id(?:_legacy)?|kc_restart|idsrv(?:\..*)?|appsession(?:\.\d+)?|auth0(?:_compat)?|sb-.*-auth-token(?:\.\d+)?|_?oauth2_proxy(?:_\d+)?|li_at|spoidcrl|mellon-cookie|g(?:itea|ogs)_incredible|portainer_api_key|bb_?password|vb_?password|pass_hash|zenid|oscsid|moodlesession.*|sugar_user_theme|dsid|svpncookie|webvpn|openvpn_sess_.*|gx_session_id|sapsession.*|mysapsso2|sap_sessionid_.*|koa[.:]sess|express:sess|rack\.session|beaker\.session\.id|mojolicious|dancer\.session|plack_session|yii_?identity|_identity|ci_session|cake(?:php|3)?|symfony|spring_security_remember_me_cookie|smidentity|mybbuser|user_session|dotcom_user|sso|sso[-_].*)$/u,
  ],
  [
    'preference',
    /^(?:lang|language|locale|i18n.*|l10n|pll_language|wp-settings-.*|theme|color-?(?:mode|scheme)|dark[-_]?mode|currency|country|region|tz|timezone|time_?zone|font-?size|layout|view|sort|per_?page|sidebar.*|menu.*|collapsed.*|nav.*|has_js|screen.*|width|zoom)$/u,
  ],
];

/** Words that mark a cookie as anti-CSRF anywhere in its name. */
const ANTI_CSRF = /(?:csrf|xsrf|anti-?forgery|requestverification)/u;

/** Whole words, after splitting at separators and capitals: `userSessionId` → user session id. */
const SESSION_WORDS = new Set(
  (
    'session sess sessid sessionid sessionkey sessiontoken sid ssid auth authn authid authtoken authentication authorization token ' +
    'accesstoken refreshtoken idtoken apitoken usertoken jwt login logintoken signin loggedin remember rememberme ' +
    'sso saml ltpa identity credential credentials bearer'
  ).split(' '),
);

/** Next to a session word, these mean that the cookie is about a session and does not identify one. */
const ABOUT_WORDS = new Set(
  (
    'count counter start started depth length number num time timeout timestamp expires expiry expired expiration ttl ' +
    'redirect return returnto next back ref referrer referer source hint lang language locale theme type state status ' +
    'view views viewed seen banner popup modal message msg flash notice tab page url uri last first prev previous ' +
    'analytics tracking track stats visit visits visitor visitors duration test tests enabled disabled method provider ' +
    'error errors attempt attempts prompt dismissed closed shown hide hidden show is has affinity replay recording ' +
    'consent cookie cookies policy gdpr ccpa accepted accept utm ga gtm ga4 ab experiment variant campaign marketing ' +
    'chat widget survey tour onboarding newsletter signup promo ad ads pixel referral affiliate click clicks scroll ' +
    'pageview pageviews medium content term new option options choice prefer prefers preferred alert alerts checked balance ' +
    'currency font fonts design geo captcha recaptcha hcaptcha turnstile push fcm notification notifications map mapbox ' +
    'cart basket bag wishlist wishlists compare comparison coupon voucher quote price prices symbol list crypto step steps ' +
    'search share sharing guest anonymous anon upload uploads download downloads video audio player stream media feedback ' +
    'unsubscribe subscribe waitlist queue landing ip nonce toast debug xdebug ' +
    'storage support supported email username phone browser device screen sample sampling rate heatmap insights metrics telemetry rum perf'
  ).split(' '),
);

/** Vendors of widgets, analytics and A/B tests. Their sessions are visits and grant no access. */
const VENDOR_WORDS = new Set(
  (
    'fpgsid privy judgeme klevu doofinder elementor tinymce unbounce instapage leadfeeder speedcurve boomr mpulse ' +
    'glassbox clicktale onesignal pushowl webpush altcha abtasty abt zoominfo ziws biz fws ' +
    'parsely pys wisepops klaviyo mailchimp hubspot hj hotjar fs fullstory chatra tawk drift intercom crisp snapengage ' +
    'listenlayer clarity yandex ym nps mkt mktg tracker lp lpsid wchtbl sbjs segment amplitude mixpanel heap matomo piwik ' +
    'adobe omniture optimizely vwo zendesk zopim livechat olark userlike freshchat qualtrics mouseflow smartlook ' +
    'usersnap gainsight pendo rudder rudderstack kissmetrics tealium ensighten quantcast comscore chartbeat outbrain taboola ' +
    'criteo adroll bing vimeo wistia soundcloud spotify disqus addthis sharethis trustpilot bazaarvoice yotpo onetrust ' +
    'cookiebot usercentrics ' +
    'luckyorange crazyegg inspectlet logrocket sentry datadog newrelic dynatrace bugsnag akamai stripe pageviews limit ' +
    'kampyle medallia attentive calltrk invoca granify trbo emos webtrekk etracker frosmo optimonk snowplow pendo mautic ' +
    'woopra statsig posthog rudderstack heatmaps abtest yotpo zarget sessioncam quantummetric contentsquare algolia nosto'
  ).split(' '),
);

/** Words that are common next to a session word in a session cookie: `app_session_id`, `customer-auth-token`. */
const PLAIN_WORDS = new Set(
  (
    'id ids key hash data value user usr admin member customer account client server app web site my portal secure api ' +
    'php java jsp asp net django rails laravel flask express node koa wp shop store backend frontend system main db'
  ).split(' '),
);

/**
 * Common words, which name a session only if the value or the flags also suggest it. A random value suggests nothing if
 * the table lists the name as something else: `route` belongs to a load balancer, `cart` to a shop.
 */
const COMMON_NAMES = new Set('_t dt idx pf frontend adminhtml crumb route srv cart cognito'.split(' '));

export interface CookiePurpose {
  kind: CookieKind;
  /** Its name or value suggests a session, but not enough to judge it as one. */
  maybeSession: boolean;
}

type Judged = Pick<SetCookie, 'name' | 'httpOnly' | 'value' | 'maxAge' | 'expires'>;

/** What a cookie is for, judged by its name, its flags and the shape of its value. */
export function cookiePurpose(cookie: Judged): CookiePurpose {
  const bare = cookie.name.slice(0, 200).replace(/^__(?:host-http|host|secure|http)-/iu, '');
  const lower = bare.toLowerCase();
  const listed = tableKind(cookie.name.slice(0, 200)) ?? tableKind(bare);
  const secret = cookie.httpOnly || cookie.value.random || cookie.value.jwt;
  if (listed && COMMON_NAMES.has(lower))
    return session(listed.kind === 'session' ? secret : cookie.httpOnly || cookie.value.jwt);
  const words = splitWords(bare);
  const telling = beforeCookie(words);
  const about = telling.some((word) => ABOUT_WORDS.has(word) || VENDOR_WORDS.has(word));
  // `JSESSIONID*` is a family of session cookies. `JSESSIONID_seen` is only about one of them.
  if (listed?.kind === 'session' && beforeCookie(splitWords(listed.rest)).some((word) => ABOUT_WORDS.has(word)))
    return plain('other');
  if (listed) return plain(listed.kind);
  if (ANTI_CSRF.test(lower)) return plain('anti-csrf');
  const known = KNOWN_NAMES.find(([, pattern]) => pattern.test(lower))?.[0];
  // `sso_hint` is only about signing in.
  if (known) return plain(known === 'session' && about && /^(?:sso|remember)[-_]/u.test(lower) ? 'other' : known);
  // Phoenix: `_my_app_key`.
  if (secret && !about && /^_[a-z\d]\w*_key$/u.test(lower)) return plain('session');
  const named = !about && words.some(isSessionWord);
  // A signed token grants access, unless its name says that it is about something else.
  if (cookie.value.jwt) return session(!about);
  if (named) return session(secret || cookie.value.bytes > FLAG_BYTES || telling.every(isPlainWord));
  const lasting = cookie.maxAge !== null || cookie.expires !== null;
  // Session identifiers are typically HttpOnly, random, and deleted when the browser closes.
  return { kind: 'other', maybeSession: cookie.httpOnly && cookie.value.random && !lasting && !about };
}

/** Longest value that counts as a setting (`1`, `yes`, `true`, `en-GB`) rather than as an identifier. */
const FLAG_BYTES = 5;

function session(sure: boolean): CookiePurpose {
  return sure ? plain('session') : { kind: 'other', maybeSession: true };
}

function plain(kind: CookieKind): CookiePurpose {
  return { kind, maybeSession: false };
}

/** `session_cookie` is a session, `session_cookie_test` is about one. */
function beforeCookie(words: readonly string[]): readonly string[] {
  return words.at(-1) === 'cookie' ? words.slice(0, -1) : words;
}

function isPlainWord(word: string): boolean {
  return PLAIN_WORDS.has(word) || isSessionWord(word);
}

function isSessionWord(word: string): boolean {
  return SESSION_WORDS.has(word) || isSessionCompound(word);
}

/** Compounds such as `appsessionid`, `shopsess` and `mysid`, but not `assess`, `obsession` or `possession`. */
function isSessionCompound(word: string): boolean {
  if (/^(?:re|pre|dis)?(?:as|ob|pos)sess/u.test(word)) return false;
  // `classid`, `newsid` and `statusid` number something else.
  if (/^(?!.*(?:[a-rt-z]ss|..us|news)id$)[a-z]{1,10}sid$/u.test(word)) return true;
  return (
    /^[a-z0-9]{1,12}sess(?:ion)?(?:id|key|token|hash|data)?$/u.test(word) ||
    /^sess(?:ion)?(?:id|key|token|hash|data|cookie)$/u.test(word)
  );
}

function splitWords(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/gu, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/u)
    .filter(Boolean);
}
