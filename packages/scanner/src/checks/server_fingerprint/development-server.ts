import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import type { PageEvidence } from '../../evidence/page.ts';
import { isFolderListing } from '../../parse/page/folder-listing.ts';

/** Servers whose own documentation warns against exposing them to the internet. */
const DEVELOPMENT_SERVERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bWerkzeug\b/iu, 'Werkzeug, the development server of Flask'],
  [/\bWSGIServer\b/iu, 'wsgiref, as Django’s runserver uses it'],
  [/\bSimpleHTTP\b|\bBaseHTTP\b/iu, 'Python’s http.server'],
  [/\bWEBrick\b/iu, 'WEBrick, Ruby’s development server'],
  [/\bPHP [\d.]+ Development Server\b/iu, 'PHP’s built-in server'],
  [/\bwebpack-dev-server\b/iu, 'webpack-dev-server'],
  [/\blive-server\b|\bbrowser-?sync\b/iu, 'a live-reload server'],
];

/** Headers that only development tools send. */
const DEBUG_FIELDS = [
  'X-Debug-Token',
  'X-Debug-Token-Link',
  'X-ChromeLogger-Data',
  'X-ChromePhp-Data',
  'X-Clockwork-Id',
  'PHPDebugBar-Id',
  'X-Debug-Info',
  'X-Debug-Exception',
] as const;

/** Scripts that only development servers put into a page, by the path of their URL. */
const DEVELOPMENT_SCRIPTS: readonly (readonly [path: RegExp, name: string])[] = [
  [/\/@vite\/client$/u, 'the development server of Vite'],
  [/\/@react-refresh$/u, 'the development server of Vite'],
  [/\/_next\/static\/development\//u, 'the development server of Next.js'],
  [/\/webpack-dev-server\.js$|\/sockjs-node\//u, 'webpack-dev-server'],
  [/\/browser-sync\/browser-sync-client\.js$/u, 'Browsersync'],
];

/** Those of the site itself: another site's file says nothing about this server. */
function developmentScripts({ url, resources }: PageEvidence): string[] {
  const { origin } = new URL(url);
  return resources.flatMap((one) => {
    const script = one.kind === 'script' ? URL.parse(one.url) : null;
    const name = DEVELOPMENT_SCRIPTS.find(([path]) => path.test(script?.pathname ?? ''))?.[1];
    return name !== undefined && script?.origin === origin ? [`${one.url.slice(0, 200)}: ${name}`] : [];
  });
}

/** Example that triggers it: `Server: Werkzeug/2.0.1 Python/3.8.10`, or `X-Debug-Token-Link: /_profiler/4f1c9a`. */
export default defineCheck({
  id: 'server_fingerprint/development-server',
  title: 'Development servers, debug modes and file lists',
  severity: 'important',
  deduction: 8,
  why: 'Development servers and debug tools trade security for convenience: they expose source code, settings and stack traces, and some let anyone run commands.',
  fix: 'Run the application behind a production server (gunicorn, uWSGI, php-fpm, a static build …) and switch debug mode off.',
  references: [
    'https://owasp.org/Top10/A05_2021-Security_Misconfiguration/',
    'https://flask.palletsprojects.com/en/stable/deploying/',
  ],
  needs: ['http'],
  optional: ['page'],
  outcomes: {
    good: { title: 'No development server or debug mode detected', status: 'good' },
    listing: {
      title: 'Server lists the files of a folder',
      status: 'good',
      explanation:
        'The folder has no index file, so the server shows a list of its files. Backups, settings and source code that no page links to can be found in it.',
      note: 'No points are deducted, because a download server lists its files on purpose. If this list is not meant to be public, switch it off: autoindex off (nginx), Options -Indexes (Apache), <directoryBrowse enabled="false" /> (IIS).',
    },
    server: { title: 'Development server is public', status: 'bad', weakness: 'debug-mode' },
    debug: {
      title: 'Debug tool is public',
      status: 'bad',
      weakness: 'debug-mode',
      deduction: 6,
      note: 'These headers come from debug tools that should be off in production.',
    },
  },
  judge({ http, page }) {
    const { headers } = finalHop(http);
    const servers = [...fieldValues(headers, 'server'), ...fieldValues(headers, 'x-powered-by')].map((value) =>
      value.slice(0, 256),
    );
    const debug = DEBUG_FIELDS.flatMap((name) =>
      fieldValues(headers, name).map((value) => `${name}: ${value.slice(0, 100)}`),
    );
    const found = servers.flatMap((value) =>
      DEVELOPMENT_SERVERS.filter(([pattern]) => pattern.test(value)).map(([, name]) => `${value}: ${name}`),
    );
    if (page) found.push(...developmentScripts(page));
    if (found.length > 0) return { outcome: 'server', evidence: [...found, ...debug] };
    if (debug.length > 0) return { outcome: 'debug', evidence: debug };
    if (!page || !isFolderListing(page)) return { outcome: 'good' };
    return { outcome: 'listing', evidence: [`${page.url}: ${page.title ?? ''}`] };
  },
});
