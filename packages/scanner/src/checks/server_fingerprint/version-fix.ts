import { blocks } from '../../fix-blocks.ts';
import type { Disclosure } from '../../parse/software/fingerprint.ts';

interface Remedy {
  /** The source and the value, as in `Server: nginx/1.18.0`. */
  on: RegExp;
  lines: string;
}

const NGINX = '# nginx\nserver_tokens off;';
const APACHE = '# Apache\nServerTokens Prod';
const PHP = '; php.ini\nexpose_php = Off';

/** The setting that hides the version of each product, from its documentation. */
const REMEDIES: readonly Remedy[] = [
  { on: /^Server: .*\b(?:nginx|openresty|tengine|angie|freenginx)\b/iu, lines: NGINX },
  { on: /^Server: (?:Apache\/|.*\bmod_|.*\bOpenSSL\/|IBM_HTTP_Server)/iu, lines: APACHE },
  { on: /\bPHP\/|^X-PHP-Version:/iu, lines: PHP },
  {
    on: /^X-Powered-By: Next\.js/iu,
    lines: '// Next.js, next.config.js\nmodule.exports = { poweredByHeader: false };',
  },
  { on: /^X-Powered-By: Express/iu, lines: "// Express\napp.disable('x-powered-by');" },
  {
    on: /^Server: Microsoft-IIS/iu,
    lines:
      '<!-- IIS 10, web.config, inside <system.webServer> -->\n<security>\n  <requestFiltering removeServerHeader="true" />\n</security>',
  },
  {
    on: /^X-AspNet-Version:/iu,
    lines: '<!-- IIS, web.config, inside <system.web> -->\n<httpRuntime enableVersionHeader="false" />',
  },
  {
    on: /^X-AspNetMvc-Version:/iu,
    lines: '// ASP.NET MVC, Application_Start\nMvcHandler.DisableMvcResponseHeader = true;',
  },
  { on: /^Server: Jetty/iu, lines: '# Jetty, start.d/server.ini\njetty.httpConfig.sendServerVersion=false' },
  {
    on: /^X-Powered-By: (?:Servlet|JSP)/iu,
    lines: '<!-- Tomcat, server.xml: in each <Connector> -->\nxpoweredBy="false"',
  },
  {
    on: /^Server: Apache Tomcat|^Server: .*Tomcat/iu,
    lines: '<!-- Tomcat, server.xml: in each <Connector> -->\nserver="web"',
  },
  { on: /^Server: lighttpd/iu, lines: '# lighttpd\nserver.tag = "lighttpd"' },
  {
    on: /Passenger/iu,
    lines:
      '# Passenger in nginx\npassenger_show_version_in_header off;\n\n# Passenger in Apache\nPassengerShowVersionInHeader off',
  },
  { on: /^Via: .*varnish/iu, lines: '# Varnish, in vcl_deliver\nunset resp.http.Via;' },
  { on: /^Via: .*squid/iu, lines: '# Squid\nhttpd_suppress_version_string on\nvia off' },
  {
    on: /^X-Mod-Pagespeed:|^X-Page-Speed:/iu,
    lines:
      '# mod_pagespeed in Apache\nModPagespeedXHeaderValue "on"\n\n# ngx_pagespeed in nginx\npagespeed XHeaderValue "on";',
  },
  {
    on: /^meta generator: WordPress/iu,
    lines: "// WordPress, functions.php of the theme\nremove_action('wp_head', 'wp_generator');",
  },
  { on: /^meta generator: Joomla/iu, lines: '# Joomla, Global Configuration, Site\nShow Joomla Version: No' },
];

/** What to change for the versions disclosed: the setting of each product, or the proxy in front where it has none. */
export function versionFix(found: readonly Disclosure[]): string {
  const shown = [...new Set(found.map(({ source, value }) => `${source}: ${value.slice(0, 256)}`))];
  const known = REMEDIES.filter(({ on }) => shown.some((line) => on.test(line))).map(({ lines }) => lines);
  const rest = shown.filter((line) => !REMEDIES.some(({ on }) => on.test(line)));
  const fields = [...new Set(rest.map((line) => line.slice(0, line.indexOf(':'))))];
  const headers = fields.filter((field) => field !== 'meta generator' && field !== 'Server');
  return blocks(
    ...known,
    ...(fields.includes('Server') ? [known.includes(NGINX) ? OTHER_SERVER : OWN_SETTING] : []),
    ...(headers.length > 0 ? [atProxy(headers)] : []),
    ...(fields.includes('meta generator')
      ? ['<!-- Remove this element from the template -->\n<meta name="generator">']
      : []),
  );
}

/**
 * Apache cannot change its field with mod_headers. nginx never passes on that of the server behind it, and does not
 * start if server_tokens is there twice.
 */
const OTHER_SERVER =
  '# Each server software has its own setting for the Server field. nginx in front replaces the field.';
const OWN_SETTING = `# Each server software has its own setting for the Server field. nginx in front replaces the field with its own:\nserver_tokens off;`;

/**
 * Names of fields come from our own list, and never from a response. In a location, the nginx lines would disable those
 * of the server block, such as the fixes of other headers.
 */
function atProxy(headers: readonly string[]): string {
  return blocks(
    `# nginx in front of the software, in the server block, if the software has no setting for it\n${headers.map((name) => `proxy_hide_header ${name};`).join('\n')}`,
    `# Apache, with mod_headers\n${headers.flatMap((name) => [`Header unset ${name}`, `Header always unset ${name}`]).join('\n')}`,
  );
}
