import type { Framework } from './framework.ts';
import { gdprArt32 } from './frameworks/gdpr-art32.ts';
import { iso27001 } from './frameworks/iso-27001-2022.ts';
import { owasp2021 } from './frameworks/owasp-2021.ts';
import { owasp2025 } from './frameworks/owasp-2025.ts';
import { pciDss401 } from './frameworks/pci-dss-4-0-1.ts';

/** In the order a report prints them: the current OWASP edition beside its predecessor. */
export const FRAMEWORKS: readonly Framework[] = [owasp2025, owasp2021, pciDss401, gdprArt32, iso27001];

/** Raise with every change of a mapping or a table, so that an old report can be told from a new one. */
export const MAPPING_VERSION = '2.0.0';
