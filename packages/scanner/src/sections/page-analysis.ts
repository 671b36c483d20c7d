import type { PageAnalysisSection } from '@palisade/report/sections/page-analysis';
import type { Evidence } from '../evidence.ts';
import { externalDependencies } from '../parse/page/page-dependencies.ts';
import { hostedFields } from '../parse/page/hosted-fields.ts';
import { isHttps, isInsecure, relation } from '../parse/page/page-origin.ts';
import { parseIntegrity } from '../parse/page/sri.ts';

const MAX_LISTED = 50;
const MAX_REQUESTS = 200;
const LONGEST_URL = 300;

/** The evidence that the section shows next to its checks. */
export function pageAnalysisEvidence(evidence: Evidence): Omit<PageAnalysisSection, 'checks'> {
  if (!evidence.page.ok) return { ...NOT_ANALYSED, reason: evidence.page.reason };
  const page = evidence.page.value;
  const scripts = page.resources.filter(({ kind, element }) => kind === 'script' && !element.startsWith('link'));
  const foreign = scripts.filter(({ url }) => relation(url, page.url) === 'cross-site');
  const mixed = isHttps(page) ? page.resources.filter(({ url }) => isInsecure(url)) : [];
  return {
    analysed: true,
    reason: null,
    url: page.url,
    charset: page.charset,
    bytes: page.bytes,
    cut_by: page.cut_by,
    mixed_content: mixed
      .slice(0, MAX_LISTED)
      .map(({ url, element, kind, optional_blocking: upgraded }) => ({ url, element, kind, blocked: !upgraded })),
    sri: {
      scripts: scripts.length,
      third_party_scripts: foreign.length,
      third_party_scripts_with_integrity: foreign.filter(
        ({ integrity }) => integrity !== null && parseIntegrity(integrity).effective,
      ).length,
    },
    base: page.base ? { href: page.base.href, url: page.base.url } : null,
    dependencies: externalDependencies(page).slice(0, MAX_LISTED),
    forms: page.forms.slice(0, MAX_LISTED),
    payment_fields: { own: page.card_fields, hosted: hostedFields(page) },
    personal_fields: page.personal_fields,
    inline: {
      scripts: page.inline_scripts,
      handlers: page.inline_handlers,
      javascript_urls: page.javascript_urls,
      styles: page.inline_styles,
      style_attributes: page.style_attributes,
    },
    generator: page.generator,
    resources: page.resources_total,
    requests: page.resources.slice(0, MAX_REQUESTS).map(({ url, kind, element }) => ({
      url: url.length > LONGEST_URL ? `${url.slice(0, LONGEST_URL)}…` : url,
      kind,
      element,
    })),
  };
}

const NOT_ANALYSED: Omit<PageAnalysisSection, 'checks'> = {
  analysed: false,
  reason: null,
  url: null,
  charset: null,
  bytes: 0,
  cut_by: [],
  mixed_content: [],
  sri: { scripts: 0, third_party_scripts: 0, third_party_scripts_with_integrity: 0 },
  base: null,
  dependencies: [],
  forms: [],
  payment_fields: { own: [], hosted: [] },
  personal_fields: [],
  inline: { scripts: 0, handlers: 0, javascript_urls: 0, styles: 0, style_attributes: 0 },
  generator: [],
  resources: 0,
};
