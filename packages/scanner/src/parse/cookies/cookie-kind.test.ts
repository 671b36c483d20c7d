import { describe, expect, it } from 'vitest';
import { cookiePurpose } from './cookie-kind.ts';
import { parseSetCookie } from './set-cookie.ts';

function kindOf(field: string): string {
  const result = parseSetCookie(field);
  if (!result.ok) throw new Error(result.fault);
  return cookiePurpose(result.cookie).kind;
}

describe('cookieKind', () => {
  it.each(
    (
      'PHPSESSID JSESSIONID sessionid session SESSION _session_id sid SID connect.sid laravel_session ASP.NET_SessionId ' +
      '.AspNetCore.Identity.Application .AspNetCore.Session .ASPXAUTH ASPSESSIONIDQQTTRRSA CFID CFTOKEN ci_session ' +
      'rack.session _myapp_session user_session auth_token authToken access_token refreshToken id_token jwt token ' +
      'remember_token remember_user_token remember_web_59ba36 REMEMBERME SSESS0123456789abcdef0123456789abcdef ' +
      'wordpress_logged_in_0123 fe_typo_user MoodleSessionwww xf_session LtpaToken2 MRHSession KEYCLOAK_SESSION ' +
      'next-auth.session-token __Secure-next-auth.session-token authjs.session-token __Host-sess __Host-sid sb-abc-auth-token ' +
      'userSessionId shopsess mysid login auth SSO sso_id appSession grafana_session _gitlab_session ' +
      '.DOTNETNUKE MSISAuth MSISAuthenticated PVEAuthCookie BbRouter SAKAIID __ac _ZopeId MMAUTHTOKEN dwsecuretoken_abc ' +
      'VouchCookie _pomerium CASTGC TGC PHPSESSID2 PHPSESSID_MYAPP wixSession2 zbx_session BITBUCKETSESSIONID JWT-SESSION ' +
      'ShopSessionKey phpbb3_abc_sid next-session iron-session remember_token token_v2 metabase.SESSION PLAY_SESSION ' +
      'li_at .AspNet.Cookies SPOIDCRL mellon-cookie oauth2_proxy gitea_incredible portainer_api_key ' +
      'bbpassword pass_hash session-cookie sessionCookie auth_cookie'
    ).split(' '),
  )('%s is a session', (name) => {
    expect(kindOf(`${name}=4b1f9c`)).toBe('session');
  });

  it.each(
    'csrftoken XSRF-TOKEN _csrf __RequestVerificationToken .AspNetCore.Antiforgery.abc csrf-session YII_CSRF_TOKEN anticsrf ct0'.split(
      ' ',
    ),
  )('%s is anti-CSRF', (name) => {
    expect(kindOf(`${name}=1`)).toBe('anti-csrf');
  });

  it.each(
    (
      'assessment assess possession obsession reassessed processed sidebar inside author authors tokenizer business ' +
      'session_count sessionStart session_depth last_login login_redirect auth_error login_banner_dismissed ' +
      'sessionTimeoutSeen heroku-session-affinity _hjSessionUser_123 _hjSession_1 _uetsid _pk_ses.1.1 __hssc incap_ses_1_2 ' +
      'sessionCookieConsent s_sess utm_session sessionStorageTest visitor_session ga_session_id intercom-session-abc ' +
      'crisp-client%2Fsession%2Fabc session_cookie_accepted _session_tracking chat_session amplitude_session hubspot_session ' +
      'session_tracker lpSid nps_session parsely_session klaviyo_session remember_lang session_pageviews __stripe_sid ' +
      'PHPSESSID_seen sso_hint sso_checked sso-login-prompt session-alert session-popup classid newsid statusid businessid ' +
      'li_gc session_cookie_test remember_email login_username cookie JSESSIONID_seen csrf_session_state cart frontend _t AWSALB theme lang cookieconsent_status _ga _gid visitor consent messages'
    ).split(' '),
  )('%s is not a session', (name) => {
    expect(kindOf(`${name}=1`)).not.toBe('session');
  });

  it.each(
    (
      'pageviewSession remember_choice loginOption newSession sessionMedium token_balance prefersLogin geo_session ' +
      'currency_token font_token mapbox_token recaptcha_token push_token fcm_token captcha_session usersnap_session ' +
      'wishlist_token cart_token basket_token compare_token guest_token search_session quote_token coupon_token share_token ' +
      'anonymous_token anon_session checkout_session_step upload_session_id video_session player_session token_price ' +
      'token_symbol crypto_token_list feedback_token unsubscribe_token download_token waitlist_token queue_token ' +
      'rudder_session tealium_session chartbeat_session taboola_session criteo_session vimeo_session trustpilot_session'
    ).split(' '),
  )('%s with a random value is not a session', (name) => {
    expect(kindOf(`${name}=3f2504e0-4f89-41d3-9a0c-0305e82c3301`)).not.toBe('session');
  });

  it('Phoenix names its session after the application', () => {
    expect(kindOf('_my_app_key=SFMyNTY.g3QAAAABbQAAAAtfY3NyZl90b2tlbg.x7kZ9')).toBe('session');
    expect(kindOf('_public_key=1')).toBe('other');
  });

  // As their vendors document them: numbers of visits, widgets' own tokens, and a sign-in in progress. Each has a random value.
  it.each(
    (
      'kampyleUserSession tt_sessionId mboxSession QuantumMetricSessionID da_sid TLTSID RES_SESSIONID _pendo_sessionId.abc ' +
      'apt.sid.AP-X __attentive_session_id __smToken driftt_sid wcsid t3_sid_1234567 carrotquest_session ' +
      'carrotquest_auth_token _ct_session_id calltrk_session_id invoca_session cusid granify.session.abc ssSessionId ' +
      'ssSessionIdNamespace ConstructorioID_session_id wt3_sid wtstp_sid wtsid_1 emos_jcsid trbo_session trbo_sess_1 ' +
      '_sgf_session_id raygun4js-sid SL_C_23361dd035530_SID sc.ASP.NET_SESSIONID qb_session peerius_sess dmSessionID ' +
      'inqSession_1 apptus.sessionKey esales.sessionKey mktz_sess SSID_BE _mldataSessionId apay-session-set ' +
      'amazon-pay-connectedAuth VtexRCSessionIdv7 biggy-session-acme vtex-search-session krt___session_id ' +
      'ch-session-12345 a1b2_gr_session_id ai_authUser bSession client-session-bind tildasid com.auth0.auth.abc ' +
      'FPGSID _biz_sid ziwsSession ziwsSessionId elementor_session unbounce_session privy_session judgeme_session ' +
      'onesignal_session pushowl_session XDEBUG_SESSION web_debug_token session_landing login_nonce altcha_token ' +
      'okta-oauth-nonce sid_Client snowplow_session frosmo_sid mautic_session_id usid_RefArch'
    ).split(' '),
  )('%s grants no access', (name) => {
    expect(kindOf(`${name}=0a1b2c3d4e5f60718293a4b5c6d7e8f9`)).not.toBe('session');
  });

  it('chat widgets keep signed tokens of their own', () => {
    for (const name of ['cw_conversation', 'ch-session-1', 'VtexWorkspace', 'carrotquest_auth_token'])
      expect(kindOf(`${name}=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0AA.c2lnbmF0dXJl`)).not.toBe('session');
  });

  it.each([
    ['x=0123456789abcdef0123456789abcdef; HttpOnly', 'other'],
    ['x=0123456789abcdef0123456789abcdef', 'other'],
    ['x=0123456789abcdef0123456789abcdef; HttpOnly; Max-Age=9999', 'other'],
    ['x=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0AA.c2lnbmF0dXJl', 'session'],
    ['x=dark; HttpOnly', 'other'],
    // Load-balancer and cart cookies have random values too, but grant no access.
    ['route=0123456789abcdef0123456789abcdef; Path=/', 'other'],
    ['SRV=0123456789abcdef0123456789abcdef', 'other'],
    ['cart=0123456789abcdef0123456789abcdef', 'other'],
    ['sf_redirect=0123456789abcdef0123456789abcdef', 'other'],
    ['SPRING_SECURITY_REMEMBER_ME_COOKIE=YWRtaW46MTIzNDU2Nzg5MDEyMw==', 'session'],
    ['SMIDENTITY=x9', 'session'],
    ['mybbuser=1_0123456789abcdef', 'session'],
  ])('%s', (field, kind) => {
    expect(kindOf(field)).toBe(kind);
  });

  it.each([
    ['blog_session=1', true],
    ['x=0123456789abcdef0123456789abcdef; HttpOnly', true],
    ['frontend=new', true],
    ['x=dark', false],
    ['sessionCookieConsent=1', false],
    ['PHPSESSID=1', false],
  ])('%s may be a session: %s', (field, maybe) => {
    const result = parseSetCookie(field);
    expect(result.ok && cookiePurpose(result.cookie).maybeSession).toBe(maybe);
  });
});
