import type { CookiesSection } from '@palisade/report/sections/cookies';
import type { CrossOriginPolicy, CrossOriginSection } from '@palisade/report/sections/cross-origin';
import { DataTable } from '../../shell/data-table.tsx';
import type { EvidenceWords } from '../../words/evidence/en.ts';
import type { Report } from '../report.ts';
import { Code, Facts, yesNo } from './facts.tsx';

export function CookiesEvidence({ cookies: { cookies }, text }: { cookies: CookiesSection; text: EvidenceWords }) {
  if (cookies.length === 0) return <p>{text.noCookies}</p>;
  return (
    <DataTable
      caption={text.cookies}
      head={[text.name, text.setBy, 'Secure', 'HttpOnly', 'SameSite', text.lifetime, text.kind, text.assessment]}
      rows={cookies.map((cookie) => [
        <Code key="name">{cookie.name}</Code>,
        cookie.host,
        yesNo(cookie.secure, text),
        yesNo(cookie.http_only, text),
        cookie.same_site ?? text.notSet,
        cookie.lifetime_seconds === null ? text.session : text.days(Math.round(cookie.lifetime_seconds / 86_400)),
        cookie.kind,
        cookie.assessment,
      ])}
    />
  );
}

export function CrossOriginEvidence({ policies, text }: { policies: CrossOriginSection; text: EvidenceWords }) {
  const rows = (
    [
      ['Cross-Origin-Opener-Policy', policies.opener_policy],
      ['Cross-Origin-Embedder-Policy', policies.embedder_policy],
      ['Cross-Origin-Resource-Policy', policies.resource_policy],
      ['Document-Isolation-Policy', policies.document_isolation_policy],
    ] satisfies Array<[string, CrossOriginPolicy]>
  ).map(([name, { value, effective }]) => [
    <Code key="name">{name}</Code>,
    value === null ? text.notSent : <Code key="value">{value}</Code>,
    <Code key="effective">{effective}</Code>,
  ]);
  return (
    <>
      <DataTable caption={text.policies} head={[text.field, text.sent, text.effective]} rows={rows} />
      <Facts facts={[[text.isolated, yesNo(policies.isolated, text)]]} />
    </>
  );
}

export function CorsEvidence({ cors: { probes }, text }: { cors: Report['cors']; text: EvidenceWords }) {
  if (probes.length === 0) return <p>{text.noProbes}</p>;
  return (
    <DataTable
      caption={text.probes}
      head={[text.origin, text.method, text.status, 'Allow-Origin', text.credentials, text.granted]}
      rows={probes.map((probe) => [
        <Code key="origin">{probe.origin}</Code>,
        probe.method,
        String(probe.status),
        probe.allow_origin === null ? '–' : <Code key="allow">{probe.allow_origin}</Code>,
        probe.allow_credentials ?? '–',
        yesNo(probe.granted, text),
      ])}
    />
  );
}
