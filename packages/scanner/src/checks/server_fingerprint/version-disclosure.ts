import { defineCheck } from '../../check.ts';
import { blocks } from '../../fix-blocks.ts';
import { disclosures, namedSoftware } from '../../parse/software/fingerprint.ts';
import { versionFix } from './version-fix.ts';

/** Example that triggers it: `Server: nginx/1.18.0`, `X-Powered-By: PHP/8.4.1`. */
export default defineCheck({
  id: 'server_fingerprint/version-disclosure',
  title: 'Version disclosure',
  severity: 'minor',
  deduction: 3,
  why: 'An exact version tells an attacker which known vulnerabilities to try first. A product name without a version is harmless. Keeping software up to date matters more.',
  fix: blocks(
    '# nginx\nserver_tokens off;',
    '# Apache\nServerTokens Prod',
    '; php.ini\nexpose_php = Off',
    "// Express\napp.disable('x-powered-by');",
    '<!-- IIS, web.config, inside <system.webServer> -->\n<httpProtocol>\n  <customHeaders>\n    <remove name="X-Powered-By" />\n  </customHeaders>\n</httpProtocol>',
    '<!-- IIS, web.config, inside <system.web> -->\n<httpRuntime enableVersionHeader="false" />',
  ),
  references: [
    'https://owasp.org/www-project-secure-headers/#div-headers_remove',
    'https://www.rfc-editor.org/rfc/rfc9110#section-10.2.4',
  ],
  needs: ['http'],
  optional: ['page'],
  outcomes: {
    silent: {
      title: 'No software is disclosed',
      status: 'good',
      note: 'No header, cookie or meta element that the scan knows names software.',
    },
    names: {
      title: 'Software is disclosed without a version',
      status: 'good',
      note: 'Software names are disclosed without an exact version.',
    },
    proxy: {
      title: 'Version of a proxy is disclosed',
      status: 'good',
      weakness: 'server-version',
      note: 'No points are deducted: Via is meant to name the proxies along the path (RFC 9110 §7.6.3). A pseudonym without a version is enough.',
    },
    versions: {
      title: 'Exact software versions are disclosed',
      status: 'weak',
      weakness: 'server-version',
      note: 'The responses disclose exact versions.',
    },
  },
  judge({ http, page }) {
    const found = disclosures(http, page);
    if (found.length > 0) {
      const evidence = [...new Set(found.map(({ source, value }) => `${source}: ${value}`))];
      if (found.every(({ source }) => source === 'Via')) return { outcome: 'proxy', evidence };
      return { outcome: 'versions', evidence, fix: versionFix(found) };
    }
    const named = namedSoftware(http, page).map(({ source, value }) => `${source}: ${value}`);
    return named.length > 0 ? { outcome: 'names', evidence: named } : { outcome: 'silent' };
  },
});
