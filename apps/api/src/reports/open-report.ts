import type { Db } from '@palisade/db/client';
import { openServedReport, type OpenReport } from '@palisade/db/served-reports';
import { ApiError } from '../errors.ts';

/** @throws ApiError 404 for an unknown address, 410 for a report that has expired or was deleted */
export async function openReport(db: Db, id: string): Promise<OpenReport> {
  const found = await openServedReport(db, id);
  switch (found.state) {
    case 'kept':
      return found;
    case 'unknown':
      throw new ApiError(404, 'there is no report at this URL');
    case 'expired':
      throw new ApiError(410, 'this report has expired: scan the site again');
    case 'deleted':
      throw new ApiError(410, 'this report was deleted by its owner');
  }
}
