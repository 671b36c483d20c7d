import type { SeenPage } from '@palisade/report/seen';
import type { ReportWords } from './en.ts';

const SEEN: Readonly<Record<SeenPage, string>> = {
  site: 'स्कैन का एक हिस्सा हमारी ओर से पूरा नहीं हो सका: फिर से स्कैन करें।',
  challenge: 'साइट की जगह एक पेज खुला, जो यह परखता है कि आने वाला इंसान है या नहीं।',
  blocked: 'साइट के आगे लगे फ़ायरवॉल ने स्कैन को रोक दिया।',
  login: 'साइट की जगह साइन-इन का पेज खुला।',
  error: 'साइट की जगह त्रुटि का पेज खुला।',
  parked: 'इस पते पर साइट नहीं, केवल पार्किंग पेज है।',
  maintenance: 'साइट पर अभी रखरखाव चल रहा है।',
  interstitial: 'साइट से पहले दिखाया जाने वाला पेज खुला, साइट नहीं।',
};

export const report: ReportWords = {
  title: (host) => `${host} की सुरक्षा रिपोर्ट`,
  description: (verdict, issues) => `${verdict}, ${count(issues)}।`,
  verdict: ({ grade, score, provisional }) => `ग्रेड ${grade}, 100 में से ${score} अंक${provisional ? ', अस्थायी' : ''}`,
  findingsLanguage: 'नतीजे और समाधान अंग्रेज़ी में हैं: उनके हिन्दी अनुवाद की जाँच अभी किसी ने नहीं की है।',
  counts: ({ critical, important, minor }) => `${critical} गंभीर, ${important} महत्वपूर्ण, ${minor} मामूली`,
  noIssues: 'कोई कमी नहीं मिली',
  unmade: (checks) => (checks === 1 ? '1 जाँच नहीं हो सकी' : `${checks} जाँचें नहीं हो सकीं`),
  answered: (status) => `उत्तर ${status}`,
  provisional: ({ page }) => `अस्थायी ग्रेड। ${SEEN[page]}`,
  letIn: 'स्कैन को अनुमति कैसे दें',
  later: 'पेज ठीक होने पर फिर से स्कैन करें।',
  capped: (score) => `अंक ${score} से अधिक नहीं हो सकते, कारण: `,
  openedRanges: (ranges) => `इस स्कैन में संचालक द्वारा खोली गई पता श्रेणियाँ इस्तेमाल हुईं: ${ranges}`,
  locked: 'कुकी, क्रॉस-ओरिजिन आइसोलेशन और हेडर व DNS के सटीक समाधान पूरी रिपोर्ट में मिलते हैं।',
  lockedWay: 'पूरी रिपोर्ट पाएँ',
  compliance: 'अनुपालन रिपोर्ट (PDF)',
  evidence: 'प्रमाण',
  fix: 'समाधान',
  serverConfiguration: 'सर्वर कॉन्फ़िगरेशन के रूप में',
  about: 'इस जाँच के बारे में',
  aboutWhat: (title) => `इस जाँच के बारे में: ${title}`,
  scanAgain: 'फिर से स्कैन करें',
  scanned: (age) => `स्कैन का समय: ${age}`,
  print: 'प्रिंट करें',
  history: (host) => `${host} का इतिहास`,
  remark: 'टिप्पणी',
  seen: 'क्या देखा गया',
  seenIn: (section) => `क्या देखा गया: ${section}`,
  sections: 'अनुभाग',
  show: 'दिखाएँ',
  copy: 'कॉपी करें',
  delete: 'यह रिपोर्ट मिटाएँ',
  copyWhat: (what) => `कॉपी करें: ${what}`,
  copied: 'क्लिपबोर्ड पर कॉपी हो गया।',
  notCopied: 'आपके ब्राउज़र ने कॉपी करने की अनुमति नहीं दी। टेक्स्ट चुन लिया गया है: Ctrl+C या Command+C दबाएँ।',
  issues: count,
  notAssessed: (count) => `${count} की जाँच नहीं हुई`,
  deducted: (points) => `कुल ${points} अंक काटे गए; स्कोर 0 से नीचे नहीं जाता।`,
  standing: (percent, sites) =>
    `पिछले 90 दिनों में इन्हीं नियमों से यहाँ जाँची गई ${sites.toLocaleString('hi-IN')} साइटों में से ${percent}% से बेहतर।`,
  meta: (scan, engine, evidence) => `स्कैन ${scan} · इंजन ${engine} · प्रमाण SHA-256 ${evidence}`,
};

function count(issues: number): string {
  return issues === 0 ? 'कोई कमी नहीं' : issues === 1 ? '1 कमी' : `${issues} कमियाँ`;
}
