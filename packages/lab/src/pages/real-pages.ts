import type { World, WorldAnswer } from './page-world.ts';
import { BUILDER_SERVICES, builderPages } from './worlds/builders.ts';
import { consentPages } from './worlds/consent.ts';
import { frameworkPages } from './worlds/frameworks.ts';
import { inlinePages } from './worlds/inline.ts';
import { paymentPages } from './worlds/payments.ts';
import { POLICY_SERVICES, policyPages } from './worlds/policies.ts';
import { OLD_SERVICES, oldWayPages } from './worlds/old-ways.ts';
import { servicePages } from './worlds/services.ts';
import { SERVICES } from './worlds/third-parties.ts';

/** A page built as real sites build theirs, and what a witness must find on it. */
export interface RealPage {
  name: string;
  /** By path; `/` is loaded. Other hosts of the world are there for every page. */
  site: Readonly<Record<string, WorldAnswer | string>>;
  find: {
    /** Beginnings of addresses that must be among the requests. */
    requests?: readonly string[];
    /** Outcomes by the last part of the check's id. */
    outcomes?: Readonly<Record<string, string>>;
    payment?: true;
    /** Cross-Origin-Embedder-Policy. */
    embedding?: { proven: boolean; value?: string; inTheWay?: string };
    /** Content-Security-Policy: proven, and with what in it or not in it. */
    policy?: { proven: boolean; has?: readonly string[]; lacks?: readonly string[]; inTheWay?: boolean };
    /** Of the other headers: the whole value, or pieces of it, and all that is in the way. */
    trials?: Readonly<
      Record<string, { proven: boolean; value?: string; has?: readonly string[]; inTheWay?: readonly string[] }>
    >;
    /** Paths of files whose hash held while the page was loaded with it. */
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
];

export function hostOf(page: RealPage): string {
  return `${page.name.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')}.test`;
}

/** All of them, each under its own host, with the services that they use. */
export function realWorld(pages: readonly RealPage[] = REAL_PAGES): World {
  return {
    ...SERVICES,
    ...BUILDER_SERVICES,
    ...POLICY_SERVICES,
    ...OLD_SERVICES,
    ...Object.fromEntries(pages.map((page) => [hostOf(page), page.site])),
  };
}
