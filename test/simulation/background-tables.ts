import type { TableShape } from './model-tables.ts';

const now = () => new Date();

/** The tables of documents, mail and payment events: default values and unique columns, as in prisma/. */
export const BACKGROUND_TABLES: Readonly<Record<string, TableShape>> = {
  accessToken: {},
  complianceReport: {
    defaults: () => ({ state: 'scanned', attempts: 0, createdAt: now(), servedId: null, logoId: null, scope: null, frameworks: [], preparedFor: null, lastError: null, pdf: null }), // prettier-ignore
  },
  ledgerEntry: { unique: [['naturalKey']] },
  mailMessage: {
    defaults: () => ({ state: 'pending', attempts: 0, ambiguous: false, createdAt: now(), nextAttemptAt: now(), firstAttemptAt: null, leaseUntil: null, rendered: null, reportId: null, sentAt: null }), // prettier-ignore
    unique: [['dedupeKey']],
  },
  pdfRender: { defaults: () => ({ state: 'queued', pdf: null }) },
  providerEvent: { defaults: () => ({ processedAt: null, outcome: null }), unique: [['provider', 'eventId']] },
  scan: {},
};
