import type { CookiesSection } from '@palisade/report/sections/cookies';
import type { CrossOriginPolicy, CrossOriginSection } from '@palisade/report/sections/cross-origin';
import { DataTable } from '../../shell/data-table.tsx';
import type { Report } from '../report.ts';
import { Code, Facts, yesNo } from './facts.tsx';

export function CookiesEvidence({ cookies: { cookies } }: { cookies: CookiesSection }) {
  if (cookies.length === 0) return null;
  return (
    <DataTable
      caption="Cookies"
      head={['Name', 'Set by', 'Secure', 'HttpOnly', 'SameSite', 'Lifetime', 'Kind', 'Assessment']}
      rows={cookies.map((cookie) => [
        <Code key="name">{cookie.name}</Code>,
        cookie.host,
        yesNo(cookie.secure),
        yesNo(cookie.http_only),
        cookie.same_site ?? 'not set',
        cookie.lifetime_seconds === null ? 'session' : `${Math.round(cookie.lifetime_seconds / 86_400)} days`,
        cookie.kind,
        cookie.assessment,
      ])}
    />
  );
}

export function CrossOriginEvidence({ policies }: { policies: CrossOriginSection }) {
  const rows = (
    [
      ['Cross-Origin-Opener-Policy', policies.opener_policy],
      ['Cross-Origin-Embedder-Policy', policies.embedder_policy],
      ['Cross-Origin-Resource-Policy', policies.resource_policy],
      ['Document-Isolation-Policy', policies.document_isolation_policy],
    ] satisfies Array<[string, CrossOriginPolicy]>
  ).map(([name, { value, effective }]) => [
    <Code key="name">{name}</Code>,
    value === null ? 'not sent' : <Code key="value">{value}</Code>,
    <Code key="effective">{effective}</Code>,
  ]);
  return (
    <>
      <DataTable caption="Policies" head={['Field', 'Sent', 'Effective']} rows={rows} />
      <Facts facts={{ 'Cross-origin isolated': yesNo(policies.isolated) }} />
    </>
  );
}

export function CorsEvidence({ cors: { probes } }: { cors: Report['cors'] }) {
  if (probes.length === 0) return null;
  return (
    <DataTable
      caption="Requests from other origins"
      head={['Origin', 'Method', 'Status', 'Allow-Origin', 'Credentials', 'Granted']}
      rows={probes.map((probe) => [
        <Code key="origin">{probe.origin}</Code>,
        probe.method,
        String(probe.status),
        probe.allow_origin === null ? '–' : <Code key="allow">{probe.allow_origin}</Code>,
        probe.allow_credentials ?? '–',
        yesNo(probe.granted),
      ])}
    />
  );
}
