/** The browser resolves no names: the guard resolves, checks and dials. */
const NO_NAMES = 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

/** Features that would use the network apart from the pages, or open something that is not a page. */
const OFF = [
  'AutofillServerCommunication',
  'BackForwardCache',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  'LoadingPredictorUseLocalPredictions',
  'MediaRouter',
  'NetworkPrediction',
  'OptimizationHints',
  'Prerender2',
  'SpeculationRulesPrefetchFuture',
  'Translate',
  'WebRtcHideLocalIpsWithMdns',
  'WebTransport',
];

/**
 * Pages of the browser's own user interface, which no one sees, and spare processes: each window would load them in
 * separate processes, for a quarter to half a second of processor time. The tests' browsers run without them, too.
 */
export const UNSEEN = [
  'InitialWebUI',
  'InitialWebUISyncNavStartToCommit',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'WebUILocationBar',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  'WebUIReloadButton',
  'WebUIToolbar',
];

/**
 * Flags of a Chromium for untrusted pages. None of them changes what a page is judged by: web security, mixed
 * content and site isolation are as a visitor has them.
 */
export function launchFlags({ profile, sandbox }: { profile: string; sandbox: boolean }): string[] {
  return [
    '--headless',
    ...(sandbox ? [] : ['--no-sandbox']),
    '--remote-debugging-pipe',
    '--no-startup-window',
    `--user-data-dir=${profile}`,
    // For requests that no scan made: a proxy whose name does not exist. Each scan's pages use the guard instead.
    '--proxy-server=http://none.invalid:9',
    '--proxy-bypass-list=<-loopback>',
    `--host-resolver-rules=${NO_NAMES}`,
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--dns-prefetch-disable',
    '--no-pings',
    `--disable-features=${[...OFF, ...UNSEEN].join(',')}`,
    '--disable-background-networking',
    '--disable-breakpad',
    '--disable-client-side-phishing-detection',
    '--disable-component-extensions-with-background-pages',
    '--disable-component-update',
    '--disable-crash-reporter',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-field-trial-config',
    '--disable-gpu',
    '--disable-hang-monitor',
    '--disable-notifications',
    '--disable-print-preview',
    '--disable-renderer-backgrounding',
    '--disable-search-engine-choice-screen',
    '--disable-speech-api',
    '--disable-sync',
    '--block-new-web-contents',
    '--deny-permission-prompts',
    '--force-color-profile=srgb',
    '--hide-scrollbars',
    '--metrics-recording-only',
    '--mute-audio',
    '--no-default-browser-check',
    '--no-first-run',
    '--no-service-autorun',
    '--password-store=basic',
    '--use-mock-keychain',
    '--disable-dev-shm-usage',
    // Limits the memory of one page's scripts.
    '--js-flags=--max-old-space-size=256',
    '--disk-cache-size=33554432',
    '--renderer-process-limit=6',
  ];
}
