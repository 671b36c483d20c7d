import type { World, WorldAnswer } from './page-world.ts';
import { BUILDER_SERVICES, builderPages } from './worlds/builders.ts';
import { consentPages } from './worlds/consent.ts';
import { frameworkPages } from './worlds/frameworks.ts';
import { inlinePages } from './worlds/inline.ts';
import { LATE_SERVICES, latePages } from './worlds/late.ts';
import { MODERN_SERVICES, modernPages } from './worlds/modern.ts';
import { paymentPages } from './worlds/payments.ts';
import { POLICY_SERVICES, policyPages } from './worlds/policies.ts';
import { OLD_SERVICES, oldWayPages } from './worlds/old-ways.ts';
import { PLATFORM_SERVICES, platformPages } from './worlds/platform.ts';
import { servicePages } from './worlds/services.ts';
import { SHOP_SERVICES, shopPages } from './worlds/shops.ts';
import { SERVICES } from './worlds/third-parties.ts';

/** A page built as real sites build theirs, and what a scan must find on it. */
export interface RealPage {
  name: string;
  /** By path; `/` is loaded. The other hosts of the world are available to every page. */
  site: Readonly<Record<string, WorldAnswer | string>>;
  find: {
    /** Prefixes of URLs that must be among the requests. */
    requests?: readonly string[];
    /** Expected outcomes, by the last part of the check's id. */
    outcomes?: Readonly<Record<string, string>>;
    payment?: true;
    /** What browsers block on the page today: the policy and the path. */
    violations?: readonly string[];
    /** Part of the sentence on its policy. */
    says?: string;
    /** Cross-Origin-Embedder-Policy. */
    embedding?: { proven: boolean; value?: string; blockers?: string };
    /** Content-Security-Policy: whether it is proven, and what it must and must not contain. */
    policy?: { proven: boolean; has?: readonly string[]; lacks?: readonly string[]; blockers?: boolean };
    /** For the other headers: the complete value, or parts of it, and all that prevents it. */
    trials?: Readonly<
      Record<string, { proven: boolean; value?: string; has?: readonly string[]; blockers?: readonly string[] }>
    >;
    /** Paths of files whose hash was verified while the page loaded with it. */
    pinned?: readonly string[];
  };
}

export const REAL_PAGES: readonly RealPage[] = [
  ...frameworkPages,
  ...servicePages,
  ...consentPages,
  ...paymentPages,
  ...inlinePages,
  ...builderPages,
  ...policyPages,
  ...oldWayPages,
  ...platformPages,
  ...shopPages,
  ...modernPages,
  ...latePages,
];

export function hostOf(page: RealPage): string {
  return `${page.name.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')}.test`;
}

/** All of them, each on its own host, with the services they use. */
export function realWorld(pages: readonly RealPage[] = REAL_PAGES): World {
  return {
    ...SERVICES,
    ...BUILDER_SERVICES,
    ...POLICY_SERVICES,
    ...OLD_SERVICES,
    ...PLATFORM_SERVICES,
    ...SHOP_SERVICES,
    ...MODERN_SERVICES,
    ...LATE_SERVICES,
    ...Object.fromEntries(pages.map((page) => [hostOf(page), page.site])),
  };
}
