export const COOKIE_TABLE_DATE = '2026-11-28';

/**
 * Cookie names of products, by purpose. `*` matches any characters, `[hex32]` matches 32 hexadecimal digits. Compiled
 * 2026-11-26 from the vendors' documentation and from the Open Cookie Database (Apache-2.0, 2026-01-21).
 */
export const COOKIE_NAMES = `
= session
.DOTNETNUKE __ac _pomerium _ZopeId BbRouter CASTGC dwsecuretoken_* FreshRSS icingaweb2 MMAUTHTOKEN MSISAuth*
nagiosxi PA.* PHPSESSID* PVEAuthCookie SAKAIID TGC VouchCookie* wixSession2
.AspNet.ApplicationCookie .AspNet.ExternalCookie .AspNetCore.Cookies* .AspNetCore.Identity.*
.AspNetCore.Session .ASPXAUTH .ASPXFORMSAUTH .ASPXROLES .Nop.Authentication .Nop.Customer .Nop.Session
__client __Secure-1PSID __Secure-3PSID __Secure-authjs.session-token* __Secure-better-auth.session_token
__Secure-next-auth.session-token* __Secure-PHPSESSID __session _APP_session _forum_session _gitea_session
_gitlab_session _gogs _help_center_session _helpkit_session _identity* _mastodon_session _normandy_session
_oauth2_proxy* _opensaml_req_* _redmine_session _secure_session_id _session_id _shibsession_*
_shopify_essential _t _zendesk_session a0_users:sess acceleratorSecureGUID access_token accessToken
adminer_sid adminhtml advanced-frontend APISID AppServiceAuthSession appSession ASP.NET_SessionId*
ASPSESSIONID* auth0 AUTH_SESSION_ID* auth_token authelia_session authentik_session authjs.session-token*
authToken AWSELBAuthSessionCookie-* bagisto_session bb_session bb_sessionhash bbsessionhash be_typo_user
beaker.session.id better-auth.session_token bolt_session* Bugzilla_login cadata CAKEPHP CAKEPHP*
canvas_session CF_AppSession CF_Authorization CFID CFTOKEN CGISESSID ci_session clientSrc cloud.session.token
CMSSESSID* cognito CognitoIdentityServiceProvider.* CONCRETE5 connect.sid cpsession CraftSessionId DokuWiki
DSID dsid DW[hex32] dwsid edd_session iron-session next-session EPiServerLogin EPiSessionId ESTSAUTH* exp_sessionid express.sid
express:sess express:sess.sig fe_typo_user FedAuth* flarum_session frontend fuelcid ghost-admin-api-session
ghost-members-ssr glpi_* grafana_session grav-site-* Horde HSID i_like_gitea id_token idx iPlanetDirectoryPro
ips4_IPSSessionFront JSESSIONID* JSESSIONID.* jwt KC_RESTART KEYCLOAK_IDENTITY* KEYCLOAK_SESSION*
kirby_session koa.sess koa.sess.sig koa:sess kohanasession laravel_session LastMRH_Session LSID LtpaToken*
MATOMO_SESSID medusa.sid mod_auth_openidc_session mojolicious MOODLEID1_* MoodleSession* MRHSession mybb[sid]
MYSAPSSO2 mysapsso2 nc_session_id next-auth.session-token* nodebb.sid Nop.Authentication NSC_AAAC NSC_TMAS
OAMAuthnCookie* ObSSOCookie oc_sessionPassphrase OCSESSID october_session ORA_WWV_APP_* osCsid
OSID OSTSESSID OutlookSession PF phpbb3_*_sid phpMyAdmin PHPSESSID PIWIK_SESSID plack_session PLAY_SESSION
PLESKSESSID pmaAuth-* PrestaShop-* rack.session refresh_token refreshToken remember-me remember_token
remember_user_token remember_web_* REMEMBERME REVEL_SESSION roundcube_sessauth roundcube_sessid rtFa sails.sid
SAP_SESSIONID_* SAPISID sb-*-auth-token* seraph.confluence seraph.rememberme.cookie SESS[hex32] session
SESSION session-* session_id session_token sessionId sessionid sessionToken SHOP_SESSION_TOKEN sid SID
sid_customer_* SimpleSAML* SMFCookie* SMSESSION SSESS[hex32] SSID statamic_session
supabase-auth-token SVPNCOOKIE svpncookie svSession sw-context-token sylius_session symfony token trac_session
UMB_UCONTEXT user_token vtex_session WASReqURL WC_AUTHENTICATION_* WC_PERSISTENT webmailsession webvpn
whostmgrsession wordpress_[hex32] wordpress_logged_in_* wordpress_sec_* wp_woocommerce_session_*
xf_session xf_user xid_* ZENDSERVERSESSID zenid ZM_AUTH_TOKEN
= anti-csrf
.AspNetCore.Antiforgery.* __Host-next-auth.csrf-token __RequestVerificationToken* _csrf _csrf-frontend
_csrf_token atlassian.xsrf.token CRAFT_CSRF_TOKEN crumb csrf-token csrf_cookie_name csrf_token csrftoken
CsrfToken csrfToken form_key next-auth.csrf-token X-CSRF-TOKEN X-OWA-CANARY XSRF-TOKEN YII_CSRF_TOKEN
ZM_LOGIN_CSRF client-session-bind server-session-bind
= other
.AspNetCore.Correlation.* .AspNetCore.Mvc.CookieTempDataProvider .AspNetCore.OpenIdConnect.Nonce.*
__client_uat* __lc_cid __lc_cst __next_preview_data __prerender_bypass __tawkuuid __vercel_live_token __zlcmid
_vercel_jwt auth0.is.authenticated c_user cart cart_sig ck_login_id_20 comment_author_* cookietest
crisp-client*session* drift_aid driftt_aid DT frontend_cid has_js intercom-device-id-* intercom-id-*
intercom-session-* joomla_user_state keep_alive liveagent_sid liveagent_vc nf_jwt OpenIdConnect.nonce.*
PageSpeed QSI_* secure_customer_sig tawk_uuid_* TawkConnectionTime woocommerce_cart_hash
woocommerce_items_in_cart wordpress_test_cookie wp-postpass_* X-Magento-Vary
__smToken a0.spajs.txs.* amazon-pay-* apay-session-set apptus.* biggy-anonymous biggy-session-* bSession carrotquest_*
ch-session-* com.auth0.auth.* ConstructorioID_* customerly_jwt cw_conversation cw_user_* driftt_sid esales.* inqCA_* inqSession* inqState* inqVital*
kiwi-sizing-token okta-oauth-* sid_Client ssSessionId ssSessionIdNamespace usid_* vtex-search-anonymous
vtex-search-session VtexWorkspace wcsid
= advertising
1P_JAR __Secure-1PAPISID __Secure-3PAPISID _BEAMER_USER_ID_* _fbc _fbp _gcl_* _pin_unauth _pinterest_*
_rdt_uuid _scid _ttp _uetsid _uetvid adaptv_unique_user_cookie ADUSERCOOKIE
am_tokens_invalidate-verizon-pushes attribution_user_id bcookie BVSID ccec_user cto_bundle DG_SID
DotomiSession_* DotomiUser ds_user_id dtm_token_exp dtm_token_sc dtm_user_id dtm_user_id_sc edsid
everest_session_v2 IDE KADUSERCOOKIE li_fat_id m_user mnet_session_depth msToken MUID
mv_tokens_invalidate-verizon-pushes obsessionid-* otsid pl_user_id remember_checked_on
sessionFunnelEventLogged SIDCC sqzl_session_id stx_user_id taboola_session_id TCSESSION ttcsid* UserID1
__attentive_* tt_appInfo tt_pixel_session_index tt_sessionId UserMatchHistory VISITOR_INFO1_LIVE YSC
= analytics
__hssc __hssrc __hstc __insp_* __kla_id __utm* _ce.s _clck _clsk _dd_s _dyid _dyjsession _ga* _gat* _gid
_hjAbsoluteSessionInProgress _hjasCachedUserAttributes _hjCachedUserAttributes _hjHasCachedUserAttributes
_hjSession* _hjSessionUser_* _hjUserAttrbutesHash _hjUserAttributes _kla_id _landing_page _lr_tabs_* _lr_uf_*
_mkto_trk _orig_referrer _pk_id* _pk_ses* _shopify_s _shopify_y _sp_id* _sp_ses* _splunk_rum_sid _vis_opt_*
_vwo_uuid* _ym_* _zdshared_user_session_analytics ab.storage.sessionId.* ABTasty ABTastySession ai_session
ai_user ajs_anonymous_id ajs_user_id AMCV_* AMCVS_* AMP_* AMP_TOKEN amplitude_id_* at_check BCSessionID
BVBRANDSID ce_sid client_bslstsid CMSUserPage compass_sid CPSessID DotMetrics.SessionCookieTemp
DotMetrics.SessionCookieTempTimed DotMetrics.UniqueUserIdentityCookie dtCookie* dtSa fedops.logger.sessionId
FPID FPLC fs_uid Hm_lpvt_* Hm_lvt_* hubspotutk interstitial_page_reg_oauth_url kameleoonVisitorCode
kndctr_* mbox mf_* mouseflow mp_*_mixpanel nf_ab NREUM omnisendSessionID optimizelyEndUserId optimizelySession
oribi_user_guid pa_user ph_*_posthog rl_anonymous_id rl_session rl_user_id rxVisitor rxvt s_cc s_pers s_sess
s_sq s_vi sbjs_* sbjs_session SC_ANALYTICS_GLOBAL_COOKIE sensorsdata2015jssdkcross sensorsdata2015session
SISessID soundestID usersync utag_main* utm_* utm_session visitor_id* yabs-sid
___ELEVAR_GTM_SUITE--* _ct_session_id _gr_session_id* *_gr_session_id* _pendo_*
_sgf_* ai_authUser apt.sid.* apt.uid* calltrk_* cusid cuvid cuvon da_sid dmSessionID emos_*
granify.* invoca_session kampyle* krt___* mboxSession mktz_* peerius_* permutive-* qb_session
QuantumMetric* raygun4js-* RES_SESSIONID RES_TRACKINGID sc.ASP.NET_SESSIONID SL_C_* SSID_* t3_sid_* tildasid
tildauid TLTSID TLTUID trbo_* VtexRC* wt3_* wtsid_* wtstp_*
= bot-protection
___utmvc __cf_bm __cfduid __cfruid __ddg* __jsl_clearance* __jsluid_* __ssid __stripe_mid __stripe_sid _abck
_cfuvid _fs_ch_* _px* _pxhd _pxvid _sift_session_id _sucuri* _vcrcs acw_sc__* AEC afd_azwaf_jsclearance
ak_bmsc al_sess* aws-waf-token barra_counter_session bm_lso bm_mi bm_s bm_so bm_ss bm_sv bm_sz cf_chl_*
cf_clearance cookiesession1 _mldataSessionId D_IID D_SID datadome forterToken FORTIWAFSID HWWAFSESID HWWAFSESTIME incap_ses_*
KP_UIDz* pxcts rbzid rbzsessionid reese84 sbsd* sec_cpt sec_session_* sucuri_cloudproxy_* techaro.lol-anubis-*
TS01* TS[hex6]* TSPD_* utmvc visid_incap_* wf_loginalerted_* wfvt_* x-kpsdk-* yunsuo_session*
= load-balancer
__cflb __cfwaitingroom* acw_tc AKA_A2 akaalb_* akavpau_* aliyungf_tc ApplicationGatewayAffinity* ARRAffinity
ARRAffinitySameSite ASLBSA* ASP.NET_Sessio_Fallback AWSALB* AWSALBTG* AWSELB* BALANCEID BIGipServer*
BNI_persistence cf_ob_info cf_use_ob citrix_ns_id* DO-LB FGTServer GAESA GCILB GCLB heroku-session-affinity
INGRESSCOOKIE KEMPID l7_az layer0_* lidc mage-cache-sessid mage-cache-storage mage-translation-* nlbi_* NSC_*
private_content_version Queue-it* QueueITAccepted-* route ROUTEID section_data_ids SERVERCORSID SERVERID* SRV
ssr-caching TiPMix x-ms-routing-name X-Oracle-BMC-LBS-Route
= preference
.AspNetCore.Culture _help_center_lang cart_currency country currency Drupal.visitor.* i18n_redirected i18next
lang language locale localization NEXT_LOCALE NID pll_language sap-usercontext theme wp-settings-*
wp-settings-time-* wp-wpml_current_language
= consent
_hjOptOut __hs_do_not_track __hs_initial_opt_in __hs_opt_out addtl_consent cmapi_cookie_privacy cmapi_gtm_bl
FCCDCF FCNEC ga-disable-* hs_cookie_cat_pref mtm_consent* mtm_cookie_consent notice_behavior notice_gdpr_prefs
notice_preferences TAconsentID TAsessionID
__cmpcc* _iub_cs-* axeptio_* borlabs-cookie cc_cookie cmplz_* CONSENT cookie_notice_accepted CookieConsent
cookieconsent_status cookielawinfo-* cookieyes-consent cookieyes_session cookieyesID didomi_token euconsent-v2
eupubconsent-v2 klaro li_gc mage-messages moove_gdpr_popup OptanonAlertBoxClosed OptanonConsent
sessionCookieConsent SOCS store_notice* tarteaucitron uc_* usprivacy viewed_cookie_policy
`;
