import type { ShownSection } from '@palisade/report/check-sections';
import type { ReactNode } from 'react';
import { CookiesEvidence, CrossOriginEvidence, CorsEvidence } from './evidence/browser.tsx';
import { DnsEvidence } from './evidence/dns.tsx';
import { HeadersEvidence, RedirectsEvidence } from './evidence/http.tsx';
import { FingerprintEvidence, PageEvidence, SecurityTxtEvidence } from './evidence/page.tsx';
import { TlsEvidence } from './evidence/tls.tsx';
import type { Report } from './report.ts';

/** What was seen in a section, apart from any judgement. Technical data, in English in every language. */
export function SectionEvidence({ section, report }: { section: ShownSection; report: Report }): ReactNode {
  switch (section) {
    case 'headers':
      return <HeadersEvidence headers={report.headers} />;
    case 'redirects':
      return <RedirectsEvidence redirects={report.redirects} />;
    case 'tls':
      return <TlsEvidence tls={report.tls} />;
    case 'dns':
      return <DnsEvidence dns={report.dns} />;
    case 'cookies':
      return 'cookies' in report ? <CookiesEvidence cookies={report.cookies} /> : null;
    case 'cross_origin':
      return 'cross_origin' in report ? <CrossOriginEvidence policies={report.cross_origin} /> : null;
    case 'cors':
      return <CorsEvidence cors={report.cors} />;
    case 'security_txt':
      return <SecurityTxtEvidence file={report.security_txt} />;
    case 'server_fingerprint':
      return <FingerprintEvidence fingerprint={report.server_fingerprint} />;
    case 'page_analysis':
      return <PageEvidence page={report.page_analysis} />;
  }
}
