/** Why each check weighs what it weighs; one entry for every check that can cost points. */
export const WEIGHT_REASONS: Readonly<Record<string, string>> = {
  'headers/content-security-policy':
    'The one header that stops an injected script, the most common serious vulnerability of web sites. Every directive is judged by what it admits, all policies together. Scripts weigh most, by how hard the gap is to use; a policy that stops nothing still costs 3 less than none, because it is a start. A directive that is stated and admits every site costs 2 or 3: form-action and object-src 3, style-src (by `*` or `http:`), frame-src and base-uri 2. Remarks that cost nothing: a directive that is left out, inline styles, `https:` for styles, open connections, workers, pictures, fonts and media, Trusted Types, hosts that a path keeps narrow.',
  'headers/strict-transport-security':
    'Without it the first request of a visit can be taken over on any open network. A field that browsers ignore protects no one and costs nearly as much; a short one protects regular visitors.',
  'headers/x-frame-options':
    'Clickjacking needs a visitor’s click, so it weighs less than running code. frame-ancestors does the same and counts fully. A value without effect costs one point less than none: someone tried.',
  'headers/x-content-type-options': 'Matters where visitors can upload files; costs nothing to set.',
  'headers/referrer-policy':
    'Current browsers have a sound default, so absence is a small matter; unsafe-url undoes that default and costs the same.',
  'headers/permissions-policy': 'Limits what injected code or an embedded frame may ask for; a second line only.',
  'headers/cache-control':
    'Only asked for where a page belongs to one visitor (it sets a session cookie or holds a password field).',
  'headers/clear-site-data':
    'A sign-out that clears nothing leaves data on a shared computer; only the unreadable form costs.',
  'headers/access-control-allow-origin':
    'The specification calls the wildcard bad; without credentials it exposes only what everybody can fetch, hence few points.',

  'redirects/http-to-https':
    'A visitor who types the bare name starts here. A page served in clear can be replaced on the way; an off-host redirect only prevents preloading. A site with no https at all is held at F.',
  'redirects/stays-encrypted':
    'A step back to http undoes https for everybody who follows it; when the page itself then comes in clear the grade is F.',
  'redirects/hsts-on-redirects':
    'The scanned host is covered by its own field; another host of the site is one link or typed address away, so it costs a reminder.',
  'redirects/chain': 'Visitors see an error instead of a page; it says nothing of the page’s protection.',

  'tls/https-available': 'Everything a visitor sends can be read. Nothing else on the site can make up for that: F.',
  'tls/certificate-trust':
    'Browsers refuse the site: F. An intermediate that is left out stops apps and command-line tools: at most B, as SSL Labs has it. An authority that cannot be reached is an unknown one. A root that Chrome, Firefox or Safari does not take is one that its visitors cannot pass: F.',
  'tls/certificate-name': 'Browsers refuse the site: F. The common name has not counted for years.',
  'tls/certificate-validity': 'Browsers refuse the site: F. A certificate about to expire costs a reminder.',
  'tls/intermediate-validity': 'Browsers refuse the chain: F.',
  'tls/certificate-purpose': 'Browsers refuse a certificate that is not for servers, or whose key may not sign: F.',
  'tls/certificate-key':
    'A key that can be computed or that browsers do not know proves nothing: F (SSL Labs: F up to RSA 1024); one below 2048 bits is a matter of time: at most B.',
  'tls/certificate-signature': 'Signatures over MD5 or SHA-1 can be forged, and browsers refuse them: F.',
  'tls/certificate-lifetime':
    'Above the limit of the day a public certificate is refused: F; above what is allowed at issue, it shows an authority out of step.',
  'tls/certificate-transparency':
    'Browsers refuse a public certificate with too few log entries like one with none: F.',
  'tls/ocsp-stapling':
    'A revoked certificate is worthless: F. A must-staple certificate without a staple is refused by Firefox: F.',
  'tls/chain-order': 'Clients cope; a sign of a hand-made bundle.',
  'tls/second-certificate':
    'Clients without ECDSA are refused where their certificate is: F, as for the first (SSL Labs: T). A weak one: at most B.',
  'tls/other-addresses':
    'SSL Labs grades each address apart; here the worst one counts, since its visitors meet nothing else: F where browsers refuse its certificate, at most B where it still accepts TLS 1.1 or older.',
  'tls/dane': 'Mail and DANE clients refuse the service when the record does not match; browsers do not look.',
  'tls/modern-versions':
    'No version that browsers still speak: F. TLS 1.3 missing costs round trips and privacy, not safety.',
  'tls/legacy-versions': 'Withdrawn in 2021 (RFC 8996), refused by PCI DSS: at most B, as SSL Labs has it.',
  'tls/ssl-versions': 'SSL 2 and 3 can be decrypted and let attacks reach newer versions: F.',
  'tls/broken-ciphers': 'NULL, anonymous and export suites protect nothing: F.',
  'tls/rc4-des': 'Breakable with much traffic; held below B, as an attacker can bring it about with old clients only.',
  'tls/triple-des': 'Its short block leaks after gigabytes (Sweet32): at most C, as SSL Labs has it.',
  'tls/forward-secrecy': 'Without it one stolen key opens all traffic recorded before: at most B, as SSL Labs has it.',
  'tls/aead':
    'CBC suites are sound only with care that not every server takes; nothing better: at most B, as SSL Labs has it.',
  'tls/cipher-preference': 'Matters only where weak suites are offered beside strong ones.',
  'tls/key-exchange':
    'A prime that can be broken opens recorded traffic: F; one below 2048 bits is within reach of states: at most B, as SSL Labs has it. A signature over SHA-1 costs little, as a client must ask for it.',
  'tls/post-quantum': 'Not having it costs nothing yet; choking on the larger hello of those who offer it does.',
  'tls/secure-renegotiation': 'Lets an attacker put data in front of a visitor’s own (RFC 5746).',
  'tls/extended-master-secret': 'Closes a rare attack that needs client certificates or resumption.',
  'tls/compression': 'Leaks secrets by length (CRIME): at most C, as SSL Labs has it.',

  'dns/dnssec':
    'Bogus signatures take the domain away from every validating resolver. Unsigned is the state of most domains, and costs a little.',
  'dns/caa': 'Limits who may issue for the domain; a second line behind certificate transparency.',
  'dns/dangling-cname': 'A name that a stranger can claim is the site’s name in the stranger’s hands.',
  'dns/name-servers':
    'A name server that can be claimed is the whole domain; too few of them is a matter of staying up.',
  'dns/spf':
    'Mail forged in the domain’s name harms its visitors; a domain without mail is forged less often and costs less.',
  'dns/dmarc': 'Only DMARC makes receivers act on a forged From; SPF alone does not protect what people see.',
  'dns/mx': 'A mail host that can be claimed receives the mail; other faults only lose it.',
  'dns/dkim':
    'A key that can be worked out signs anyone’s mail as the domain’s. That no key was found costs nothing: selectors are free text.',
  'dns/mail-encryption':
    'Mail in clear text is read on its way. A certificate that fails costs nothing by itself, as senders do not look; what cannot be reached is not scored.',
  'dns/mail-dane': 'A record that differs from the key stops mail from every sender that honours DANE.',
  'dns/mta-sts': 'Not having it costs nothing; having it wrong can stop mail.',
  'dns/tls-rpt': 'A record no one can read brings no reports.',
  'dns/tlsa': 'A record that clients cannot read.',
  'dns/https-record': 'A record that browsers cannot read; they then connect as before.',

  'cookies/secure': 'A session cookie in clear is the session. HSTS softens it, for browsers that know it.',
  'cookies/http-only': 'Turns any injected script into a stolen session.',
  'cookies/same-site': 'Browsers default to Lax, so only anti-CSRF tokens and faulty values cost.',
  'cookies/prefix': 'A broken promise makes browsers drop the cookie.',
  'cookies/accepted': 'Browsers drop the cookie, so what it was for does not work.',

  'cors/reading':
    'Echoing any origin with credentials lets every site read a signed-in visitor’s data; without credentials it shows what anyone can fetch.',
  'cors/preflight': 'Lets other sites send changing requests in a visitor’s name, where the application accepts them.',

  'security_txt/published': 'Costs a report that never arrives; no vulnerability by itself.',
  'security_txt/contact': 'The one field that has to work.',
  'security_txt/expires': 'An expired file must not be relied on.',
  'security_txt/format': 'Readers may miss part of it.',

  'server_fingerprint/version-disclosure': 'Saves an attacker one step; hiding it fixes nothing.',
  'server_fingerprint/end-of-life': 'Known vulnerabilities in it stay open for good.',
  'server_fingerprint/development-server': 'Built without defence, often with a console for anyone who asks.',

  'cross_origin/opener-policy':
    'Not asking for it costs nothing, most sites have no need; a value that browsers cannot read protects no one who relies on it.',
  'cross_origin/embedder-policy':
    'Optional, and it breaks embeds where it is set without need; only an unreadable value costs.',
  'cross_origin/resource-policy': 'Optional; only a value that browsers cannot read costs.',
  'cross_origin/isolation': 'Document-Isolation-Policy is new and optional; only an unreadable value costs.',
  'cross_origin/origin-agent-cluster': 'Optional; only a value that browsers cannot read costs.',
  'cross_origin/integrity-policy': 'New and optional; only an unreadable value costs.',
  'cross_origin/cross-domain-policies': 'Read by few programs any more, yet it says that anyone may.',

  'page_analysis/active-mixed-content':
    'Anyone on the way may replace the script, were it not for browsers that block it; so part of the page is broken at best.',
  'page_analysis/passive-mixed-content': 'Browsers upgrade or block it; at worst a picture is replaced or watched.',
  'page_analysis/insecure-form': 'What visitors type leaves in clear text; a password most of all.',
  'page_analysis/password-over-http': 'The page itself can be replaced before the password is typed.',
  'page_analysis/vulnerable-library':
    'A published vulnerability, weighed by its rating; a host that has changed hands serves what its new owner likes.',
  'page_analysis/subresource-integrity': 'Matters on the day the other host is broken into; a second line.',
  'page_analysis/base-element': 'Every relative address of the page, scripts included, hangs on that other host.',
  'page_analysis/frames': 'A sandbox that permits both scripts and the own origin can be taken off from within.',
  'page_analysis/window-opener': 'Current browsers withhold the opener by default; asking for it undoes that.',
};
