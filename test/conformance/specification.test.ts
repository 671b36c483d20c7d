/**
 * The specification, tested on the running service: real processes, real HTTP, real sites.
 * One stack for all sections, because starting one takes seconds.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { authentication } from './05-authentication.ts';
import { batches } from './batches.ts';
import { clients } from './clients.ts';
import { complianceReports } from './04-compliance.ts';
import { endpoints } from './04-endpoints.ts';
import { errors } from './07-errors.ts';
import { fuzzing } from '../fuzz/openapi.ts';
import { limits } from './08-limits.ts';
import { oneTimePurchases } from './04-one-time.ts';
import { operators } from './operators.ts';
import { pdfExport } from './04-pdf.ts';
import { resources } from './02-resources.ts';
import { states } from './03-states.ts';
import { versioning } from './09-versioning.ts';
import { startService, type Service } from './service.ts';

let service: Service | undefined;
const running = (): Service => {
  if (!service) throw new Error('the service is not running');
  return service;
};
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

describe('2 Resources and their fields', () => resources(running));
describe('3 States', () => states(running));
describe('4.1, 4.2, 4.4, 4.5 Scans and keys', () => endpoints(running));
describe('4.3 PDF export', () => pdfExport(running));
describe('4.6 One-time purchases', () => oneTimePurchases(running));
describe('4.7, 4.8 Compliance reports', () => complianceReports(running));
describe('Batches and callbacks', () => batches(running));
describe('Clients', () => clients(running));
describe('5 Authentication', () => authentication(running));
describe('7 Errors', () => errors(running));
describe('8 Limits', () => limits(running));
describe('9 Versioning', () => versioning(running));
describe('The operator', () => operators(running));
// Last: it uses up whatever its input can use up.
describe('Any input to any endpoint', () => fuzzing(running));
