import type { Framework } from './framework.ts';
import { cisControls81 } from './frameworks/cis-controls-8-1.ts';
import { gdprArt32 } from './frameworks/gdpr-art32.ts';
import { hipaa } from './frameworks/hipaa-164-312.ts';
import { iso27001 } from './frameworks/iso-27001-2022.ts';
import { nis2 } from './frameworks/nis2.ts';
import { nistCsf20 } from './frameworks/nist-csf-2-0.ts';
import { owasp2021 } from './frameworks/owasp-2021.ts';
import { owasp2025 } from './frameworks/owasp-2025.ts';
import { pciDss401 } from './frameworks/pci-dss-4-0-1.ts';
import { soc2 } from './frameworks/soc-2.ts';

/** The contents of a paid report, in printed order: the current OWASP edition next to its predecessor. */
export const FRAMEWORKS: readonly Framework[] = [owasp2025, owasp2021, pciDss401, gdprArt32, iso27001];

/** Those that a caller may select in addition or instead. */
export const ALL_FRAMEWORKS: readonly Framework[] = [...FRAMEWORKS, nis2, nistCsf20, soc2, hipaa, cisControls81];

/** @returns the selected frameworks in report order; without a selection, those of a paid report */
export function frameworksNamed(ids: readonly string[] | undefined): readonly Framework[] {
  return ids === undefined ? FRAMEWORKS : ALL_FRAMEWORKS.filter(({ id }) => ids.includes(id));
}

/** Raise with every change of a mapping or a table, so that old and new reports can be distinguished. */
export const MAPPING_VERSION = '2.9.1';
