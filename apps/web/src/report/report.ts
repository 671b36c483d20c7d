import type { FreeReport, OneTimeReport, ProReport } from '@palisade/report/columns';

/** Whatever column a visitor was given. */
export type Report = FreeReport | OneTimeReport | ProReport;
