import type { ServedFreeReport, ServedOneTimeReport, ServedProReport } from '@palisade/report/columns';
import type { z } from 'zod';

/** A report as it is kept at its address, of whatever column its visitor was given. */
export type Report = z.infer<typeof ServedFreeReport | typeof ServedOneTimeReport | typeof ServedProReport>;
