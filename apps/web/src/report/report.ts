import type { FreeReport, OneTimeReport, ProReport } from '@palisade/report/columns';

/** A report of any column. */
export type Report = FreeReport | OneTimeReport | ProReport;
