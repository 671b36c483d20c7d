import { Scope } from '@palisade/compliance/scope';
import type { Db } from '@palisade/db/client';

export interface ComplianceOf {
  scope: Scope;
  /** Empty: the default ones. */
  frameworks: string[];
  pdf: Buffer | null;
  fileName: string | null;
}

/** The compliance report that was bought with this report, while it is stored; null if there is none. */
export async function complianceOf(db: Db, servedId: string): Promise<ComplianceOf | null> {
  const row = await db.complianceReport.findFirst({
    where: { servedId, state: { in: ['scanned', 'rendered', 'mailed'] } },
    select: { scope: true, frameworks: true, pdf: true, fileName: true },
  });
  if (!row) return null;
  const { scope, frameworks, pdf, fileName } = row;
  return { scope: Scope.parse(scope ?? {}), frameworks, pdf: pdf && Buffer.from(pdf), fileName };
}

export async function hasCompliancePdf(db: Db, servedId: string): Promise<boolean> {
  const where = { servedId, state: { in: ['rendered', 'mailed'] as ('rendered' | 'mailed')[] }, pdf: { not: null } };
  return (await db.complianceReport.count({ where })) > 0;
}
