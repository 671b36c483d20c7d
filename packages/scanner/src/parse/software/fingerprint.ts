import { fieldValues, finalHop, type HttpEvidence } from '../../evidence/http.ts';
import type { PageEvidence } from '../../evidence/page.ts';
import { bareVersion, productVersions } from './products.ts';

export interface Disclosure {
  /** `Server`, `X-Powered-By`, `meta generator` … */
  source: string;
  /** As sent, truncated. */
  value: string;
  product: string;
  version: string;
}

/** Fields that name software, and the product that a bare number in them refers to (null: a bare number is ignored). */
const FIELDS: readonly (readonly [field: string, product: string | null])[] = [
  ['Server', null],
  ['X-Powered-By', null],
  ['X-Generator', null],
  ['X-AspNet-Version', 'ASP.NET'],
  ['X-AspNetMvc-Version', 'ASP.NET MVC'],
  ['X-PHP-Version', 'PHP'],
  ['X-Powered-CMS', null],
  ['X-CMS-Version', 'CMS'],
  ['X-Jenkins', 'Jenkins'],
  ['X-Hudson', 'Hudson'],
  ['Liferay-Portal', null],
  ['MicrosoftSharePointTeamServices', 'SharePoint'],
  ['X-OWA-Version', 'Exchange'],
  ['X-Umbraco-Version', 'Umbraco'],
  ['X-Mod-Pagespeed', 'mod_pagespeed'],
  ['X-Page-Speed', 'ngx_pagespeed'],
  ['X-Server', null],
  ['Powered-By', null],
  // SPIP
  ['Composed-By', null],
  ['X-Version', 'application'],
  ['X-Backend', null],
];

/** Fields that name a machine rather than software: `web-01/10.0.0.5`. */
const OF_MACHINES: ReadonlySet<string> = new Set(['X-Server', 'X-Backend']);
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}$/u;

/** All software versions that the final response discloses. */
export function disclosures(http: HttpEvidence, page: PageEvidence | undefined): Disclosure[] {
  const { headers } = finalHop(http);
  const found: Disclosure[] = [];
  const add = (source: string, value: string, bare: string | null): void => {
    const named = productVersions(value);
    const versions = OF_MACHINES.has(source) ? named.filter(({ version }) => !ADDRESS.test(version)) : named;
    const version = bare === null || versions.length > 0 ? null : bareVersion(value);
    if (version !== null && bare !== null) versions.push({ product: bare, version });
    for (const one of versions) found.push({ source, value: value.slice(0, 256), ...one });
  };
  for (const [field, bare] of FIELDS) {
    for (const value of fieldValues(headers, field).slice(0, 5)) add(field, value, bare);
  }
  // Outside the comment there is a protocol and a host (RFC 9110 §7.6.3): `1.1 varnish (Varnish/6.1)`.
  for (const value of fieldValues(headers, 'Via').slice(0, 5)) {
    for (const [, comment = ''] of value.slice(0, 256).matchAll(/\(([^()]{1,200})\)/gu)) add('Via', comment, null);
  }
  for (const value of page?.generator.slice(0, 5) ?? []) add('meta generator', value, null);
  return found;
}

/** Content management systems that disclose only their major release, such as `Drupal 7 (https://www.drupal.org)`. */
export function majorReleases(http: HttpEvidence, page: PageEvidence | undefined): Disclosure[] {
  return namedSoftware(http, page).flatMap(({ source, value }) => {
    const [, product, version] = /^(Drupal|Joomla!?|TYPO3)(?: CMS)? (\d{1,2})(?![.\d])/u.exec(value) ?? [];
    return product !== undefined && version !== undefined ? [{ source, value, product, version }] : [];
  });
}

/** Fields that only one product sends: `X-Magento-Tags`, `X-Drupal-Cache`. */
const OF_ONE_PRODUCT =
  /^(?:x-(?:confluence|craft|discourse|drupal|envoy|ghost|gitlab|joomla|kong|litespeed|magento|nextjs|shopify|sorting-hat|typo3|umbraco|varnish|vercel|wix|wp)(?:-.{1,40})?|x-pingback|liferay-.{1,40})$/iu;

/** Cookies that only one product sets, unless it is configured otherwise. */
const COOKIES_OF: readonly (readonly [product: string, name: RegExp])[] = [
  ['PHP', /^PHPSESSID$/u],
  ['Java', /^JSESSIONID$/u],
  ['ASP.NET', /^ASP\.NET_SessionId$/u],
  ['ASP.NET Core', /^\.AspNetCore\./u],
  ['ASP', /^ASPSESSIONID[A-Z]{8}$/u],
  ['Laravel', /^laravel_session$/u],
  ['Express', /^connect\.sid$/u],
  ['Rack', /^rack\.session$/u],
  ['ColdFusion', /^CF(?:ID|TOKEN)$/u],
  ['CodeIgniter', /^ci_session$/u],
  ['CakePHP', /^CAKEPHP$/u],
  ['WordPress', /^wordpress_(?:test_cookie$|logged_in_|sec_)/u],
  ['Drupal', /^S?SESS[\da-f]{32}$/u],
  ['TYPO3', /^fe_typo_user$/u],
  ['Magento', /^(?:X-Magento-Vary|mage-cache-sessid)$/u],
  ['PrestaShop', /^PrestaShop-[\da-f]{32}$/u],
  ['OpenCart', /^OCSESSID$/u],
  ['Bitrix', /^BITRIX_SM_/u],
  ['Moodle', /^MoodleSession/u],
  ['Shopify', /^_shopify_/u],
];

/** The names alone: values are secrets. */
function cookieSigns(http: HttpEvidence): { source: string; value: string }[] {
  return fieldValues(finalHop(http).headers, 'set-cookie').flatMap((field) => {
    const name = field.slice(0, 200).split(/[=;]/u, 1)[0]?.trim() ?? '';
    const product = COOKIES_OF.find(([, pattern]) => pattern.test(name))?.[0];
    return product === undefined ? [] : [{ source: 'Set-Cookie', value: `${name.slice(0, 60)} (${product})` }];
  });
}

/** Software that identifies itself, with or without a version. */
export function namedSoftware(http: HttpEvidence, page: PageEvidence | undefined): { source: string; value: string }[] {
  const { headers } = finalHop(http);
  const fields = [...FIELDS.map(([field]) => field), 'Via'];
  return [
    ...fields.flatMap((source) =>
      fieldValues(headers, source).map((value) => ({ source, value: value.slice(0, 256) })),
    ),
    ...headers.flatMap(([name, value]) =>
      OF_ONE_PRODUCT.test(name) && !fields.some((field) => field.toLowerCase() === name.toLowerCase())
        ? [{ source: name, value: value.slice(0, 60) }]
        : [],
    ),
    ...cookieSigns(http),
    ...(page?.generator ?? []).map((value) => ({ source: 'meta generator', value })),
  ].slice(0, 50);
}
