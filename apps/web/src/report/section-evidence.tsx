import type { ShownSection } from '@palisade/report/check-sections';
import type { ReactNode } from 'react';
import { CookiesEvidence, CrossOriginEvidence, CorsEvidence } from './evidence/browser.tsx';
import { DnsEvidence } from './evidence/dns.tsx';
import { HeadersEvidence, RedirectsEvidence } from './evidence/http.tsx';
import { FingerprintEvidence, PageEvidence, SecurityTxtEvidence } from './evidence/page.tsx';
import { TlsEvidence } from './evidence/tls.tsx';
import { BrowserEvidence } from './evidence/browser-section.tsx';
import type { EvidenceWords } from '../words/evidence/en.ts';
import type { Report } from './report.ts';

/** The evidence of a section, without any verdict. */
export function SectionEvidence(props: { section: ShownSection; report: Report; text: EvidenceWords }): ReactNode {
  const { section, report, text } = props;
  switch (section) {
    case 'headers':
      return <HeadersEvidence report={report} text={text} />;
    case 'redirects':
      return <RedirectsEvidence redirects={report.redirects} text={text} />;
    case 'tls':
      return <TlsEvidence tls={report.tls} text={text} />;
    case 'dns':
      return <DnsEvidence dns={report.dns} text={text} />;
    case 'cookies':
      return 'cookies' in report ? <CookiesEvidence cookies={report.cookies} text={text} /> : null;
    case 'cross_origin':
      return 'cross_origin' in report ? <CrossOriginEvidence policies={report.cross_origin} text={text} /> : null;
    case 'cors':
      return <CorsEvidence cors={report.cors} text={text} />;
    case 'security_txt':
      return <SecurityTxtEvidence file={report.security_txt} text={text} />;
    case 'server_fingerprint':
      return <FingerprintEvidence fingerprint={report.server_fingerprint} text={text} />;
    case 'page_analysis':
      return <PageEvidence page={report.page_analysis} text={text} />;
    case 'browser':
      return 'browser' in report && report.browser ? (
        <BrowserEvidence seen={report.browser} text={text.browser} />
      ) : null;
  }
}
