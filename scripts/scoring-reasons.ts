/** Why each check weighs what it weighs; one entry for every check that can cost points. */
export const WEIGHT_REASONS: Readonly<Record<string, string>> = {
  'headers/content-security-policy':
    'The one header that stops injected scripts, the most common serious vulnerability of websites. Each directive is judged by what it allows, and all policies are judged together. Scripts weigh most, by how easily the gap is exploited. A policy that stops nothing costs 3 less than none, because it is a start. A directive that allows every site costs 2 or 3: form-action and object-src 3; style-src (by `*` or `http:`), frame-src and base-uri 2. Not deducted: a missing directive; inline styles on a page that uses them; `https:` for styles; open connections, workers, images, fonts and media; missing Trusted Types; hosts that a path keeps narrow.',
  'headers/strict-transport-security':
    'Without it, an attacker on an open network can take over the first request of a visit. A header that browsers ignore protects no one and costs nearly as much. A short one protects regular visitors.',
  'headers/x-frame-options':
    'Clickjacking needs a visitor’s click, so it weighs less than running code. frame-ancestors does the same and counts fully. A value without effect costs one point less than none.',
  'headers/x-content-type-options': 'Matters where visitors can upload files. Setting it is free.',
  'headers/referrer-policy':
    'Current browsers have a safe default, so absence matters little. unsafe-url overrides that default.',
  'headers/permissions-policy':
    'Limits what injected code or an embedded frame may ask for. A second line of defense only.',
  'headers/cache-control':
    'Required only where a page belongs to one visitor: it sets a session cookie or has a password field.',
  'headers/clear-site-data':
    'A sign-out that clears nothing leaves data on a shared computer. Only a value that browsers cannot read costs.',
  'headers/access-control-allow-origin':
    'Without credentials, the wildcard exposes only what anyone can fetch, so it costs few points.',

  'redirects/http-to-https':
    'Visits often start here, because visitors type the bare name. A page served in clear text can be replaced in transit. A redirect to another host only prevents preloading. A site without https is capped at F.',
  'redirects/stays-encrypted':
    'A redirect back to http cancels https for everyone who follows it. If the page itself then arrives in clear text, the grade is F.',
  'redirects/hsts-on-redirects':
    'The scanned host is covered by its own header. Another host of the site is one link or typed address away, so it costs a reminder.',
  'redirects/chain': 'Visitors see an error instead of a page. That says nothing about the page’s protection.',

  'tls/https-available': 'Everything a visitor sends can be read. Nothing else can compensate: F.',
  'tls/certificate-trust':
    'Browsers refuse the site: F. A missing intermediate breaks apps and command-line tools: at most B, as at SSL Labs. An issuer that cannot be reached counts as unknown to browsers. A root that Chrome, Firefox or Safari rejects locks out that browser’s users: F.',
  'tls/certificate-name': 'Browsers refuse the site: F. They have ignored the common name for years.',
  'tls/certificate-validity':
    'Browsers refuse an expired certificate: F. One that is about to expire costs a reminder.',
  'tls/intermediate-validity': 'Browsers refuse the chain: F.',
  'tls/certificate-purpose': 'Browsers refuse a certificate that is not for servers, or whose key may not sign: F.',
  'tls/certificate-key':
    'A key that can be computed, or of a type that browsers do not support, proves nothing: F (SSL Labs: F up to RSA 1024). A key below 2048 bits will be broken eventually: at most B.',
  'tls/certificate-signature': 'MD5 and SHA-1 signatures can be forged, and browsers refuse them: F.',
  'tls/certificate-lifetime':
    'Browsers refuse a public certificate above the limit of its issue date: F. Above what issuance rules allow, it shows that the CA does not follow them.',
  'tls/certificate-transparency':
    'Browsers refuse a public certificate with too few log entries, just as one without any: F.',
  'tls/ocsp-stapling':
    'A revoked certificate is worthless: F. Firefox refuses a must-staple certificate without a staple, and any with a staple that is not a valid response: F.',
  'tls/chain-order': 'Clients cope. It points to a hand-made bundle.',
  'tls/second-certificate':
    'If one is refused, the clients that get it cannot connect: F, as for the first (SSL Labs: T). A weak one: at most B.',
  'tls/other-addresses':
    'SSL Labs grades each address separately. Here the worst counts, because its visitors get nothing else: F if browsers refuse its certificate, at most B if it still accepts TLS 1.1 or older.',
  'tls/dane': 'Mail and DANE clients refuse the service if the record does not match. Browsers do not check it.',
  'tls/modern-versions':
    'No version that current browsers support: F. Missing TLS 1.3 costs round trips and privacy, not safety: at most A, as at SSL Labs.',
  'tls/legacy-versions': 'Withdrawn in 2021 (RFC 8996) and refused by PCI DSS: at most B, as at SSL Labs.',
  'tls/ssl-versions': 'SSL 2 and 3 can be decrypted and expose newer versions to attacks: F.',
  'tls/broken-ciphers': 'NULL, anonymous and export suites protect nothing: F.',
  'tls/rc4-des': 'Breakable with enough traffic. Capped below B, because only old clients can be made to use it.',
  'tls/triple-des': 'Its short block leaks data after gigabytes (Sweet32): at most C, as at SSL Labs.',
  'tls/forward-secrecy':
    'Without it, one stolen key decrypts all recorded traffic: at most B, as at SSL Labs, also where no current client uses it.',
  'tls/aead':
    'CBC suites are safe only with care that not every server takes. If a server has nothing better: at most B, as at SSL Labs.',
  'tls/cipher-preference':
    'Matters only if weak suites are offered alongside strong ones. HTTP/2 with a suite that it prohibits locks out Chrome and Firefox: important, but nothing is exposed by it.',
  'tls/key-exchange':
    'A prime that can be broken exposes recorded traffic, and so does a modulus that is not prime: F. One below 2048 bits is within reach of states: at most B, as at SSL Labs. A SHA-1 signature costs little, because a client must ask for it.',
  'tls/post-quantum': 'Lacking it costs nothing yet. Failing on the larger hello of clients that offer it does.',
  'tls/secure-renegotiation':
    'Without it, an attacker can put data in front of a visitor’s own (RFC 5746): at most A, as at SSL Labs.',
  'tls/extended-master-secret': 'Prevents a rare attack that needs client certificates or resumption.',
  'tls/compression': 'Leaks secrets by length (CRIME): at most C, as at SSL Labs.',

  'dns/dnssec':
    'With bogus signatures, the domain disappears for every validating resolver. Most domains are unsigned, so that costs little.',
  'dns/caa': 'Limits which CAs may issue for the domain. A second line of defense behind Certificate Transparency.',
  'dns/dangling-cname': 'A stranger who claims the target controls the site’s name.',
  'dns/name-servers':
    'A stranger who claims a name server controls the whole domain. Too few name servers affect only availability.',
  'dns/spf':
    'Mail forged in the domain’s name harms its visitors. A domain without mail is forged less often and costs less.',
  'dns/dmarc':
    'Only DMARC makes receivers act on a forged From header. SPF alone does not protect the address that people see.',
  'dns/mx': 'A stranger who claims a mail host receives the mail. Other faults only lose it.',
  'dns/dkim':
    'Anyone who can compute a key can sign mail as the domain. Finding no key costs nothing, because selectors are free text.',
  'dns/mail-encryption':
    'Mail in clear text can be read in transit. A certificate that fails validation costs nothing by itself, because senders do not check it. An unreachable server is not scored.',
  'dns/mail-dane': 'A record that does not match the key stops mail from every sender that supports DANE.',
  'dns/mta-sts': 'Not having it costs nothing. A wrong policy can stop mail.',
  'dns/tls-rpt': 'No one sends reports for a record that cannot be parsed.',
  'dns/tlsa': 'Clients cannot parse the record.',
  'dns/addresses': 'Some visitors cannot connect, or reach another machine in their own network.',
  'dns/https-record':
    'Browsers cannot parse the record, and connect as if there were none. With unreadable ECH keys, Chrome and Edge do not open the site.',

  'cookies/secure':
    'A session cookie sent in clear text gives the session away. HSTS reduces the risk in browsers that support it.',
  'cookies/http-only': 'Without it, any injected script can steal the session.',
  'cookies/same-site': 'Browsers default to Lax, so only anti-CSRF tokens and invalid values cost points.',
  'cookies/prefix': 'Browsers drop a cookie that breaks the rules of its prefix.',
  'cookies/accepted': 'Browsers drop the cookie, so its feature does not work.',

  'cors/reading':
    'Echoing any origin with credentials lets every site read a signed-in visitor’s data. Without credentials it exposes what anyone can fetch.',
  'cors/preflight': 'Lets other sites send state-changing requests as the visitor, if the application accepts them.',

  'security_txt/published': 'Without it, some vulnerability reports never arrive. It is not a vulnerability itself.',
  'security_txt/contact': 'The one field that has to work.',
  'security_txt/expires': 'Researchers must not rely on an expired file.',
  'security_txt/format': 'Readers may miss part of it.',

  'server_fingerprint/version-disclosure': 'Saves an attacker one step. Hiding it fixes nothing.',
  'server_fingerprint/end-of-life': 'Its known vulnerabilities are never fixed.',
  'server_fingerprint/development-server': 'Not hardened, and often with a console for anyone.',

  'cross_origin/opener-policy':
    'Not required: most sites do not need it. Only a value that browsers cannot read costs.',
  'cross_origin/embedder-policy': 'Optional, and it breaks embeds if set without need. Only an unreadable value costs.',
  'cross_origin/resource-policy': 'Optional. Only a value that browsers cannot read costs.',
  'cross_origin/isolation': 'Document-Isolation-Policy is new and optional. Only an unreadable value costs.',
  'cross_origin/origin-agent-cluster': 'Optional. Only a value that browsers cannot read costs.',
  'cross_origin/integrity-policy': 'New and optional. Only a value that covers nothing costs.',
  'cross_origin/cross-domain-policies': 'Few programs still read it, but it grants access to everyone.',

  'page_analysis/active-mixed-content':
    'An attacker in the network could replace the script; most browsers block it instead. So part of the page is at least broken.',
  'page_analysis/passive-mixed-content': 'Browsers upgrade or block it. At worst, an image is replaced or observed.',
  'page_analysis/insecure-form': 'Visitors’ input leaves in clear text. Passwords and card data are worst.',
  'page_analysis/password-over-http': 'The page itself can be replaced before the password is typed.',
  'page_analysis/vulnerable-library':
    'A published vulnerability, weighted by its rating. A host that has changed owners serves whatever the new owner likes.',
  'page_analysis/subresource-integrity': 'Matters when the other host is compromised. A second line of defense.',
  'page_analysis/base-element': 'Every relative URL of the page, including scripts, then depends on the other host.',
  'page_analysis/frames': 'A frame that may run scripts and keeps its origin can remove its own sandbox.',
  'page_analysis/window-opener': 'Current browsers withhold the opener by default. Asking for it reverses that.',
};
