import type { FreeReport, OneTimeReport, ProReport } from '@palisade/report/columns';

/** A report of whatever column its visitor was given. */
export type Report = FreeReport | OneTimeReport | ProReport;
