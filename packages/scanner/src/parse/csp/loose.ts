import { attackerUrls, type PolicyDecisions } from './decide.ts';
import type { ProbeUrl } from './match.ts';

/** Directives, other than those for scripts, that a policy states but that allow every site. */
export interface LooseDirective {
  code: 'forms_open' | 'objects_open' | 'styles_open' | 'frames_open';
  evidence: string[];
}

/**
 * What an injected element can do: a form sends what visitors type (and what browsers autofill) to another site, a
 * style sheet reads values from the page by its selectors, and objects and frames overlay third-party content.
 */
const COSTLY: readonly (readonly [code: LooseDirective['code'], directive: string, scheme: 'https' | 'http'])[] = [
  ['forms_open', 'form-action', 'https'],
  ['objects_open', 'object-src', 'https'],
  // `https:` next to 'unsafe-inline' is the default of a common middleware and adds nothing to the keyword.
  ['styles_open', 'style-src-elem', 'http'],
  ['frames_open', 'frame-src', 'https'],
];

/** Only remarks: an injected script is needed first, or only an image or audio is loaded. */
const REMARKED = [
  'style-src-elem',
  'connect-src',
  'worker-src',
  'img-src',
  'font-src',
  'media-src',
  'manifest-src',
] as const;

export function looseDirectives(
  all: readonly PolicyDecisions[],
  isPublicSuffix: (domain: string) => boolean,
): LooseDirective[] {
  return COSTLY.flatMap(([code, directive, scheme]) => {
    const evidence = admitting(all, directive, scheme, isPublicSuffix);
    return evidence.length > 0 ? [{ code, evidence }] : [];
  });
}

/** `object-src data:`, if every policy has it: the injected element carries its own content. */
export function dataObjects(all: readonly PolicyDecisions[]): string[] {
  const data = { scheme: 'data', host: '', port: null, path: '' };
  if (!all.every((one) => one.matches('object-src', data))) return [];
  return admittedBy(all, 'object-src', data);
}

export function looseRemarks(all: readonly PolicyDecisions[], isPublicSuffix: (domain: string) => boolean): string[] {
  const costs = new Set(looseDirectives(all, isPublicSuffix).flatMap(({ evidence }) => evidence));
  const lines = REMARKED.flatMap((directive) => admitting(all, directive, 'https', isPublicSuffix));
  // Script sources are judged with the scripts, including workers that fall back to them.
  return [...new Set(lines)].filter((line) => !costs.has(line) && !line.startsWith('script-src'));
}

/**
 * The expressions that allow any site, if every policy has one. Empty if one policy blocks it, or if no policy states
 * the directive: `cspGaps` reports missing directives.
 */
function admitting(
  all: readonly PolicyDecisions[],
  directive: string,
  scheme: 'https' | 'http',
  isPublicSuffix: (domain: string) => boolean,
): string[] {
  const lists = all.flatMap((one) => one.sources(directive) ?? []);
  if (lists.length === 0) return [];
  const stranger = attackerUrls(lists, isPublicSuffix).find(
    (url) => url.scheme === scheme && all.every((one) => one.matches(directive, url)),
  );
  if (!stranger) return [];
  return admittedBy(all, directive, stranger);
}

function admittedBy(all: readonly PolicyDecisions[], directive: string, url: ProbeUrl): string[] {
  return all.flatMap((one) => {
    const list = one.list(directive);
    return (list?.entries ?? [])
      .filter(({ source }) => one.matchesSource(source, url))
      .map(({ text }) => `${list?.name ?? directive} ${text}`);
  });
}
