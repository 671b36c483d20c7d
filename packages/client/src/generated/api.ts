/* Generated from the OpenAPI description by `npm run build:client -- --write`. */

export type Error = { error: string };

export type Check = {
  id: string;
  outcome: string;
  title: string;
  status: 'good' | 'missing' | 'weak' | 'warn' | 'bad' | 'unknown';
  severity: 'critical' | 'important' | 'minor';
  deduction: number;
  explanation: string;
  fix: string | null;
  note: string | null;
  evidence: string[];
  weaknesses?: string[];
  nothing_to_check?: boolean;
};

export type HeaderEntry = {
  outcome: string;
  title: string;
  present: boolean;
  value: string | null;
  status: 'good' | 'missing' | 'weak' | 'warn' | 'bad';
  severity: 'critical' | 'important' | 'minor';
  deduction: number;
  explanation: string;
  fix: string | null;
  note: string | null;
  weaknesses?: string[];
  nothing_to_check?: boolean;
};

export type ScoreCap = { check: string; max_score: number; reason: string };

export type IssueCounts = { critical: number; important: number; minor: number; total: number };

export type FixSnippets = {
  nginx: string;
  apache: string;
  caddy: string;
  express: string;
  cloudflare: string;
  iis?: string;
  helmet?: string;
  nextjs?: string;
  wordpress?: string;
  cloudfront?: string;
  vercel?: string;
  netlify?: string;
  kubernetes?: string;
};

export type FreeReport = {
  report_id: string;
  report_url: string;
  scan_id: string;
  scanned_at: string;
  duration_ms: number;
  engine_version: string;
  evidence_sha256: string;
  allowed_cidrs: string[];
  url: string;
  final_url: string;
  status_code: number;
  grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';
  score: number;
  score_caps: ScoreCap[];
  seen: {
    page: 'site' | 'challenge' | 'blocked' | 'login' | 'error' | 'parked' | 'maintenance' | 'interstitial';
    reason: string | null;
  };
  provisional: boolean;
  pro_locked: true;
  issue_counts: IssueCounts;
  headers: HeadersSection;
  redirects: RedirectsSection;
  tls: TlsSection;
  dns: DnsSection;
  security_txt: SecurityTxtSection;
  cors: CorsSection;
  server_fingerprint: ServerFingerprintSection;
  page_analysis: PageAnalysisSection;
  browser?: BrowserSection;
  fix_snippets: Record<string, FixSnippets> | null;
  fix_server?:
    | 'nginx'
    | 'apache'
    | 'caddy'
    | 'express'
    | 'cloudflare'
    | 'iis'
    | 'helmet'
    | 'nextjs'
    | 'wordpress'
    | 'cloudfront'
    | 'vercel'
    | 'netlify'
    | 'kubernetes'
    | null;
  signature: { alg: 'Ed25519'; kid: string; value: string };
};

export type ProReport = {
  report_id: string;
  report_url: string;
  scan_id: string;
  scanned_at: string;
  duration_ms: number;
  engine_version: string;
  evidence_sha256: string;
  allowed_cidrs: string[];
  url: string;
  final_url: string;
  status_code: number;
  grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';
  score: number;
  score_caps: ScoreCap[];
  seen: {
    page: 'site' | 'challenge' | 'blocked' | 'login' | 'error' | 'parked' | 'maintenance' | 'interstitial';
    reason: string | null;
  };
  provisional: boolean;
  pro_locked: false;
  headers: HeadersSection;
  redirects: RedirectsSection;
  tls: TlsSection;
  dns: DnsSection;
  cookies: CookiesSection;
  cross_origin: CrossOriginSection;
  security_txt: SecurityTxtSection;
  cors: CorsSection;
  server_fingerprint: ServerFingerprintSection;
  page_analysis: PageAnalysisSection;
  browser?: BrowserSection;
  fix_snippets: Record<string, FixSnippets> | null;
  fix_server?:
    | 'nginx'
    | 'apache'
    | 'caddy'
    | 'express'
    | 'cloudflare'
    | 'iis'
    | 'helmet'
    | 'nextjs'
    | 'wordpress'
    | 'cloudfront'
    | 'vercel'
    | 'netlify'
    | 'kubernetes'
    | null;
  signature: { alg: 'Ed25519'; kid: string; value: string };
};

export type OneTimeReport = {
  report_id: string;
  report_url: string;
  scan_id: string;
  scanned_at: string;
  duration_ms: number;
  engine_version: string;
  evidence_sha256: string;
  allowed_cidrs: string[];
  url: string;
  final_url: string;
  status_code: number;
  grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';
  score: number;
  score_caps: ScoreCap[];
  seen: {
    page: 'site' | 'challenge' | 'blocked' | 'login' | 'error' | 'parked' | 'maintenance' | 'interstitial';
    reason: string | null;
  };
  provisional: boolean;
  pro_locked: false;
  issue_counts: IssueCounts;
  headers: HeadersSection;
  redirects: RedirectsSection;
  tls: TlsSection;
  dns: DnsSection;
  cookies: CookiesSection;
  cross_origin: CrossOriginSection;
  security_txt: SecurityTxtSection;
  cors: CorsSection;
  server_fingerprint: ServerFingerprintSection;
  page_analysis: PageAnalysisSection;
  browser?: BrowserSection;
  fix_snippets: Record<string, FixSnippets> | null;
  fix_server?:
    | 'nginx'
    | 'apache'
    | 'caddy'
    | 'express'
    | 'cloudflare'
    | 'iis'
    | 'helmet'
    | 'nextjs'
    | 'wordpress'
    | 'cloudfront'
    | 'vercel'
    | 'netlify'
    | 'kubernetes'
    | null;
  signature: { alg: 'Ed25519'; kid: string; value: string };
};

export type Batch = {
  batch_id: string;
  batch_url: string;
  state: 'waiting' | 'running' | 'done';
  created_at: string;
  deadline: string;
  finished_at: string | null;
  counts: { total: number; waiting: number; running: number; done: number; failed: number };
  scans: BatchScan[];
};

export type BatchDone = { type: 'batch.done'; timestamp: string; data: Batch };

export type BatchScan = {
  url: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  report_id: string | null;
  report_url: string | null;
  grade: string | null;
  score: number | null;
  provisional: boolean | null;
  status: number | null;
  error: string | null;
};

export type OwnBatch = {
  batch_id: string;
  batch_url: string;
  state: 'waiting' | 'running' | 'done';
  created_at: string;
  deadline: string;
  finished_at: string | null;
  counts: { total: number; waiting: number; running: number; done: number; failed: number };
  scans: BatchScan[];
  callback: { url: string; state: 'waiting' | 'pending' | 'sending' | 'delivered' | 'failed'; secret: string } | null;
};

export type Deliveries = {
  deliveries: {
    id: string;
    url: string;
    state: 'waiting' | 'pending' | 'sending' | 'delivered' | 'failed';
    next_attempt_at: string | null;
    attempts: { at: string; status: number | null; error: string | null; duration_ms: number }[];
  }[];
};

export type Account = {
  email: string;
  keys: {
    id: string;
    key: string;
    plan: string;
    status: 'active' | 'suspended' | 'revoked';
    scans_used: number;
    scans_limit: number;
    resendable: boolean;
    paid_until: string | null;
    last_used_at: string | null;
    created_at: string;
    usage: { day: string; scans: number }[];
  }[];
  purchases: {
    id: string;
    product: string;
    name: string;
    provider: string;
    amount: number;
    currency: string;
    url: string | null;
    scope: { card_data?: 'none' | 'redirect' | 'iframe' | 'own_page'; personal_data?: boolean } | null;
    prepared_for: string | null;
    frameworks: string[];
    pages: number | string[] | null;
    state: 'paid' | 'not in force' | 'ended' | 'not paid' | 'abandoned';
    paid_until: string | null;
    works_until: string | null;
    subscription: { status: string; renews_at: string | null; ends_at: string | null } | null;
    payments: { id: string; kind: string; ref: string; amount: number | null; currency: string | null; at: string }[];
    created_at: string;
  }[];
  tokens: {
    id: string;
    kind: 'one_time' | 'compliance';
    token: string;
    state: 'good' | 'used' | 'expired' | 'revoked' | 'not paid';
    expires_at: string | null;
    created_at: string;
  }[];
  reports: {
    report_url: string;
    host: string | null;
    grade: string;
    score: number;
    scanned_at: string;
    kept_until: string;
  }[];
  compliance_reports: {
    id: string;
    url: string;
    sent_to: string;
    scope: { card_data?: 'none' | 'redirect' | 'iframe' | 'own_page'; personal_data?: boolean } | null;
    frameworks: string[];
    prepared_for: string | null;
    state: 'scanned' | 'rendered' | 'mailed' | 'failed';
    report_url: string | null;
    file_name: string | null;
    created_at: string;
    mailed_at: string | null;
  }[];
  sessions: { browser: string; current: boolean; created_at: string; last_seen_at: string }[];
};

export type AccountExport = {
  email: string;
  keys: {
    id: string;
    key: string;
    plan: string;
    status: 'active' | 'suspended' | 'revoked';
    scans_used: number;
    scans_limit: number;
    resendable: boolean;
    paid_until: string | null;
    last_used_at: string | null;
    created_at: string;
    usage: { day: string; scans: number }[];
  }[];
  purchases: {
    id: string;
    product: string;
    name: string;
    provider: string;
    amount: number;
    currency: string;
    url: string | null;
    scope: { card_data?: 'none' | 'redirect' | 'iframe' | 'own_page'; personal_data?: boolean } | null;
    prepared_for: string | null;
    frameworks: string[];
    pages: number | string[] | null;
    state: 'paid' | 'not in force' | 'ended' | 'not paid' | 'abandoned';
    paid_until: string | null;
    works_until: string | null;
    subscription: { status: string; renews_at: string | null; ends_at: string | null } | null;
    payments: { id: string; kind: string; ref: string; amount: number | null; currency: string | null; at: string }[];
    created_at: string;
  }[];
  tokens: {
    id: string;
    kind: 'one_time' | 'compliance';
    token: string;
    state: 'good' | 'used' | 'expired' | 'revoked' | 'not paid';
    expires_at: string | null;
    created_at: string;
  }[];
  reports: {
    report_url: string;
    host: string | null;
    grade: string;
    score: number;
    scanned_at: string;
    kept_until: string;
  }[];
  compliance_reports: {
    id: string;
    url: string;
    sent_to: string;
    scope: { card_data?: 'none' | 'redirect' | 'iframe' | 'own_page'; personal_data?: boolean } | null;
    frameworks: string[];
    prepared_for: string | null;
    state: 'scanned' | 'rendered' | 'mailed' | 'failed';
    report_url: string | null;
    file_name: string | null;
    created_at: string;
    mailed_at: string | null;
  }[];
  sessions: { browser: string; current: boolean; created_at: string; last_seen_at: string }[];
  exported_at: string;
  sites: { host: string; created_at: string; verified_at: string | null }[];
  batches: {
    batch_id: string;
    key_id: string;
    callback_url: string | null;
    created_at: string;
    scans: { url: string; state: 'waiting' | 'running' | 'done' | 'failed'; report_id: string | null }[];
  }[];
  mails: { template: string; state: string; created_at: string; sent_at: string | null }[];
};

export type HeadersSection = Record<string, HeaderEntry>;

export type RedirectsSection = {
  chain: { url: string; status: number; location: string | null; fields?: { name: string; value: string }[] }[];
  end: string;
  plain_http: {
    chain: { url: string; status: number; location: string | null; fields?: { name: string; value: string }[] }[];
    end: string;
  } | null;
  plain_http_silence: string | null;
  checks: Check[];
};

export type TlsSection = {
  details: {
    endpoint: 'tls' | 'closed' | 'not_tls';
    port: number;
    protocols: {
      version: 'SSLv2' | 'SSLv3' | 'TLS 1.0' | 'TLS 1.1' | 'TLS 1.2' | 'TLS 1.3';
      offered: boolean | null;
      suites: string[];
      suites_complete?: boolean | null;
      group: string | null;
    }[];
    suite_classes: Record<string, boolean | null>;
    preference: 'server' | 'client' | null;
    forward_secrecy: boolean | null;
    group_list?: { group: string; offered: boolean | null }[];
    post_quantum: boolean | null;
    post_quantum_group: string | null;
    dh_bits: number | null;
    alpn: string | null;
    alpn_list?: { protocol: string; offered: boolean | null }[];
    http3?: {
      announced_by: ('Alt-Svc' | 'HTTPS record')[];
      tested: boolean;
      answers?: boolean | null;
      answer?: string;
    };
    sessions?: {
      ticket: boolean | null;
      id: boolean | null;
      lifetime: number | null;
      early_data: number | null;
      resumed: boolean | null;
    } | null;
    without_name?: { answer: 'same' | 'other' | 'refused'; certificate: string | null } | null;
    signatures?: string[];
    signature_list?: {
      version: string;
      kind: 'ecdsa' | 'ecdsa_sha512' | 'rsa' | 'eddsa' | 'sha224' | 'sha1';
      offered: boolean | null;
    }[];
    fallback_scsv?: boolean | null;
    extended_master_secret: boolean | null;
    secure_renegotiation: boolean | null;
    compression: boolean | null;
    client_certificate_requested: boolean | null;
    certificate: {
      subject: string;
      issuer: string;
      sans: string[];
      san_count: number;
      not_before: string;
      not_after: string;
      days_remaining: number;
      key: string;
      signature_algorithm: string;
      sha256: string;
      serial: string;
    } | null;
    chain: { subject: string; issuer: string; not_after: string; sha256: string }[];
    trust: { state: string; anchor: string | null; faults?: string[]; public: boolean | null } | null;
    trust_programs?: {
      program: 'Chrome' | 'Firefox' | 'Safari' | 'OpenSSL';
      accepts: boolean | null;
      reasons: string[];
    }[];
    ocsp: {
      stapled: boolean | null;
      status: string | null;
      fault: string | null;
      next_update: string | null;
      must_staple: boolean | null;
    };
    revocation?: {
      status: 'good' | 'revoked' | 'unknown';
      method: 'ocsp' | 'crl' | null;
      reason: string | null;
    } | null;
    scts: { embedded: number | null; delivered: number | null };
    second_certificate: {
      subject: string;
      issuer: string;
      sans: string[];
      san_count: number;
      not_before: string;
      not_after: string;
      days_remaining: number;
      key: string;
      signature_algorithm: string;
      sha256: string;
      serial: string;
      trust: string | null;
    } | null;
    attacks?: { name: string; state: 'not_exposed' | 'exposed' | 'unknown' | 'not_tested'; by: string | null }[];
    clients?: {
      client: string;
      connects: boolean | null;
      version: string | null;
      suite: string | null;
      reason: string | null;
    }[];
    policies?: { policy: string; passes: boolean | null; failures: string[]; fix: string | null }[];
    other_addresses?: { address: string; family?: 4 | 6; answers: boolean; differences: string[] }[];
    connections: number;
  } | null;
  reason: string | null;
  checks: Check[];
};

export type DnsSection = {
  host: string | null;
  mail_domain: string | null;
  a: { state: 'present' | 'absent' | 'unknown'; reason: string | null; addresses: string[] } | null;
  aaaa: { state: 'present' | 'absent' | 'unknown'; reason: string | null; addresses: string[] } | null;
  cname_chain: string[] | null;
  ns: {
    state: 'present' | 'absent' | 'unknown';
    reason: string | null;
    servers: { host: string; addresses: string[] }[];
  } | null;
  mx: {
    state: 'present' | 'absent' | 'unknown';
    reason: string | null;
    null_mx: boolean;
    records: { preference: number; exchange: string; resolves: boolean | null }[];
  } | null;
  caa: {
    state: 'present' | 'absent' | 'unknown';
    reason: string | null;
    found_at: string | null;
    records: { flags: number; tag: string; value: string }[];
  } | null;
  dnssec: {
    state: 'secure' | 'insecure' | 'unlinked' | 'bogus' | 'unknown';
    reason: string | null;
    zone: string;
    resolver_validates: boolean | null;
    ds: { key_tag: number; algorithm: string; digest: string }[];
    dnskey_algorithms: string[];
  } | null;
  spf: {
    result: 'valid' | 'none' | 'multiple' | 'permerror' | 'unknown';
    domain: string;
    record: string | null;
    all: '+' | '-' | '~' | '?' | null;
    lookups: number;
    void_lookups: number;
    includes: string[];
    errors: string[];
  } | null;
  dmarc: {
    state: 'found' | 'none' | 'multiple' | 'malformed' | 'unknown';
    found_at: string | null;
    record: string | null;
    policy: 'none' | 'quarantine' | 'reject' | null;
    subdomain_policy: 'none' | 'quarantine' | 'reject' | null;
    testing: boolean;
    reports_to: string[];
  } | null;
  mta_sts: {
    state: 'present' | 'absent' | 'unknown';
    reason: string | null;
    name: string;
    record: string | null;
    policy_url: string | null;
    mode: 'enforce' | 'testing' | 'none' | null;
  } | null;
  tls_rpt: {
    state: 'present' | 'absent' | 'unknown';
    reason: string | null;
    name: string;
    record: string | null;
  } | null;
  bimi: { state: 'present' | 'absent' | 'unknown'; reason: string | null; name: string; record: string | null } | null;
  dkim?: { asked: string[]; keys: { selector: string; record: string }[] } | null;
  mail_servers?:
    | {
        host: string;
        state: 'encrypted' | 'tls_failed' | 'clear' | 'refused' | 'unreached';
        reason: string | null;
        version: string | null;
        certificate_names: string[];
        certificate_ends: string | null;
        tlsa: string[];
      }[]
    | null;
  https: {
    state: 'present' | 'absent' | 'unknown';
    reason: string | null;
    records: { priority: number; target: string; alpn: string[]; port: number | null; ech: boolean }[];
  } | null;
  tlsa: {
    state: 'present' | 'absent' | 'unknown';
    reason: string | null;
    name: string;
    authenticated: boolean;
    records: string[];
  } | null;
  checks: Check[];
};

export type CookiesSection = {
  cookies: {
    name: string;
    host: string;
    url: string;
    over_http: boolean;
    secure: boolean;
    http_only: boolean;
    same_site: 'Strict' | 'Lax' | 'None' | 'invalid' | null;
    partitioned: boolean;
    domain: string | null;
    path: string;
    lifetime_seconds: number | null;
    prefix: string | null;
    size: number;
    kind:
      | 'session'
      | 'anti-csrf'
      | 'preference'
      | 'consent'
      | 'load-balancer'
      | 'bot-protection'
      | 'analytics'
      | 'advertising'
      | 'other';
    rejected: string[];
    assessment: string;
  }[];
  deleted: string[];
  set_by_page?: { name: string; by: 'script' | 'meta' }[];
  unreadable: { name: string; url: string; reason: string }[];
  checks: Check[];
};

export type CrossOriginSection = {
  opener_policy: { value: string | null; effective: string; valid: boolean };
  opener_policy_report_only: string | null;
  embedder_policy: { value: string | null; effective: string; valid: boolean };
  embedder_policy_report_only: string | null;
  resource_policy: { value: string | null; effective: string; valid: boolean };
  document_isolation_policy: { value: string | null; effective: string; valid: boolean };
  isolated: boolean;
  checks: Check[];
};

export type SecurityTxtSection = {
  present: boolean | null;
  url: string | null;
  content_type: string | null;
  expires: string | null;
  contacts: string[];
  fields: { name: string; value: string }[];
  signed: 'none' | 'signed' | 'broken' | null;
  asked: { url: string; status: number | null }[];
  checks: Check[];
};

export type CorsSection = {
  url: string | null;
  probes: {
    kind: 'foreign' | 'null' | 'lookalike' | 'clear' | 'preflight';
    method: string;
    origin: string;
    status: number;
    allow_origin: string | null;
    allow_credentials: string | null;
    granted: boolean;
  }[];
  checks: Check[];
};

export type ServerFingerprintSection = {
  software: { source: string; value: string }[];
  versions: { source: string; product: string; version: string; support_ended: string | null }[];
  checks: Check[];
};

export type PageAnalysisSection = {
  analysed: boolean;
  reason: string | null;
  url: string | null;
  charset: string | null;
  bytes: number;
  cut_by: string[];
  mixed_content: { url: string; element: string; kind: string; blocked: boolean }[];
  sri: { scripts: number; third_party_scripts: number; third_party_scripts_with_integrity: number };
  base: { href: string; url: string | null } | null;
  dependencies: { site: string; hosts: string[]; kinds: Record<string, number> }[];
  forms: { action: string | null; method: string; password: boolean }[];
  payment_fields?: { own: string[]; hosted: string[] };
  personal_fields?: string[];
  inline: { scripts: number; handlers: number; javascript_urls: number; styles: number; style_attributes: number };
  generator: string[];
  resources: number;
  requests?: { url: string; kind: string; element: string }[];
  checks: Check[];
};

export type BrowserSection = {
  looked: boolean;
  reason: string | null;
  product: string | null;
  pages: {
    path: string;
    url: string;
    found: string;
    status: number | null;
    title: string | null;
    settled: boolean;
    requests: number;
    third_party_requests: number;
    frames: string[];
    cookies: { name: string; domain: string; by_script: boolean; flags: string }[];
    storage: { area: string; key: string; looks: string }[];
    payment: { fields: string[]; frames: string[] } | null;
    login_forms?: string[];
    personal_fields?: string[];
    headers: [string, string][];
    meta_policies?: string[];
    scripts: {
      kind: 'file' | 'inline' | 'eval' | 'handler';
      origin: string;
      url: string | null;
      sha384: string;
      varies?: string;
      code?: string;
      address?: string;
      bytes: number;
      purpose: string | null;
      owner: string | null;
      loaded_by: string | null;
      ran_in?: { place: 'frame' | 'worker' | 'shared-worker' | 'service-worker' | 'worklet'; url: string };
      integrity: boolean;
      no_integrity?: string;
      justification: string | null;
    }[];
    scripts_total: number;
    partial?: ('requests' | 'scripts' | 'frames' | 'cookies' | 'storage')[];
    policies: { header: string; value: string; proven: boolean; report: string; in_the_way: string[] }[];
  }[];
  third_parties: { owner: string | null; purpose: string | null; sites: string[]; requests: number; scripts: number }[];
  third_parties_partial?: true;
  screenshot: { sha256: string; width: number; height: number; bytes: number } | null;
  checks: Check[];
};

/** What each operation takes (path, query and body in one object) and returns. */

export interface Operations {
  scan: {
    takes: { full?: string } & { url: string; one_time_token?: string; pages?: number | string[] };
    answer: FreeReport | OneTimeReport;
  };
  scanPro: { takes: { url: string; pages?: number | string[] }; answer: ProReport };
  createReportPdf: {
    takes: { url: string; prepared_for?: string; name?: string; prepared_by?: string; pages?: number | string[] };
    answer: Uint8Array<ArrayBuffer>;
  };
  createBatch: { takes: { urls: string[]; callback_url?: string }; answer: OwnBatch };
  getBatch: { takes: { batch_id: string }; answer: OwnBatch };
  getBatchDeliveries: { takes: { batch_id: string }; answer: Deliveries };
  getLeaderboard: {
    takes: {
      sort?: 'score' | 'host' | 'date' | 'trend';
      grade?: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';
      host?: string;
      limit?: number;
      offset?: number;
    };
    answer: {
      total: number;
      hosts: {
        host: string;
        grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';
        score: number;
        trend: number | null;
        scanned_at: string;
        url: string;
        badge: string;
      }[];
    };
  };
  askForListing: { takes: { host: string }; answer: { ok: true; message: string } };
  getSiteHistory: {
    takes: { host: string };
    answer: {
      host: string;
      listed: boolean;
      results: {
        id: string;
        scanned_at: string;
        grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';
        score: number;
        engine_version: string;
      }[];
      reports?: {
        report_id: string;
        scanned_at: string;
        grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';
        score: number;
        engine_version: string;
      }[];
    };
  };
  getSiteChanges: {
    takes: { from: string; to: string; host: string };
    answer: {
      before: { scanned_at: string; grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F'; score: number; engine_version: string };
      after: { scanned_at: string; grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F'; score: number; engine_version: string };
      changes: {
        id: string;
        cause: 'site' | 'engine' | 'data' | 'unassessed';
        before: {
          title: string;
          status: 'good' | 'missing' | 'weak' | 'warn' | 'bad' | 'unknown';
          deduction: number;
        } | null;
        after: {
          title: string;
          status: 'good' | 'missing' | 'weak' | 'warn' | 'bad' | 'unknown';
          deduction: number;
        } | null;
        points: number;
      }[];
      left_out: (
        | 'headers'
        | 'redirects'
        | 'tls'
        | 'dns'
        | 'cookies'
        | 'cross_origin'
        | 'security_txt'
        | 'cors'
        | 'server_fingerprint'
        | 'page_analysis'
        | 'browser'
      )[];
      inventory:
        | {
            kind: 'inventory';
            path: string;
            payment: boolean;
            what: 'script' | 'header' | 'frame' | 'field' | 'page';
            name: string;
            before: string | null;
            after: string | null;
          }[]
        | null;
    };
  };
  getReportChanges: {
    takes: { since: string; report_id: string };
    answer: {
      before: { scanned_at: string; grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F'; score: number; engine_version: string };
      after: { scanned_at: string; grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F'; score: number; engine_version: string };
      changes: {
        id: string;
        cause: 'site' | 'engine' | 'data' | 'unassessed';
        before: {
          title: string;
          status: 'good' | 'missing' | 'weak' | 'warn' | 'bad' | 'unknown';
          deduction: number;
        } | null;
        after: {
          title: string;
          status: 'good' | 'missing' | 'weak' | 'warn' | 'bad' | 'unknown';
          deduction: number;
        } | null;
        points: number;
      }[];
      left_out: (
        | 'headers'
        | 'redirects'
        | 'tls'
        | 'dns'
        | 'cookies'
        | 'cross_origin'
        | 'security_txt'
        | 'cors'
        | 'server_fingerprint'
        | 'page_analysis'
        | 'browser'
      )[];
      inventory:
        | {
            kind: 'inventory';
            path: string;
            payment: boolean;
            what: 'script' | 'header' | 'frame' | 'field' | 'page';
            name: string;
            before: string | null;
            after: string | null;
          }[]
        | null;
    };
  };
  getReportKeys: {
    takes: Record<string, never>;
    answer: { keys: { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; alg: 'EdDSA'; use: 'sig' }[] };
  };
  verifyReport: {
    takes: ProReport | Record<string, unknown>;
    answer:
      | {
          result: 'genuine';
          kind: 'report' | 'pdf';
          kid: string;
          report_id: string | null;
          url: string;
          grade: string;
          score: number;
          scanned_at: string;
        }
      | { result: 'altered'; kind: 'report' | 'pdf'; kid: string; reason: string }
      | { result: 'unknown'; kind: 'report' | 'pdf'; kid: string | null; reason: string };
  };
  openSavedFile: {
    takes: ProReport | Record<string, unknown>;
    answer: {
      kind: 'report' | 'evidence';
      signature: { result: 'genuine' | 'altered' | 'unknown' | 'none'; reason: string | null };
      report:
        | {
            report_id?: string;
            report_url?: string;
            scan_id: string;
            scanned_at: string;
            duration_ms: number;
            engine_version: string;
            evidence_sha256: string;
            allowed_cidrs: string[];
            url: string;
            final_url: string;
            status_code: number;
            grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';
            score: number;
            score_caps: ScoreCap[];
            seen: {
              page: 'site' | 'challenge' | 'blocked' | 'login' | 'error' | 'parked' | 'maintenance' | 'interstitial';
              reason: string | null;
            };
            provisional: boolean;
            pro_locked: false;
            issue_counts: IssueCounts;
            headers: HeadersSection;
            redirects: RedirectsSection;
            tls: TlsSection;
            dns: DnsSection;
            cookies: CookiesSection;
            cross_origin: CrossOriginSection;
            security_txt: SecurityTxtSection;
            cors: CorsSection;
            server_fingerprint: ServerFingerprintSection;
            page_analysis: PageAnalysisSection;
            browser?: BrowserSection;
            fix_snippets: Record<string, FixSnippets> | null;
            fix_server?:
              | 'nginx'
              | 'apache'
              | 'caddy'
              | 'express'
              | 'cloudflare'
              | 'iis'
              | 'helmet'
              | 'nextjs'
              | 'wordpress'
              | 'cloudfront'
              | 'vercel'
              | 'netlify'
              | 'kubernetes'
              | null;
            signature?: { alg: 'Ed25519'; kid: string; value: string };
          }
        | {
            report_id?: string;
            report_url?: string;
            scan_id: string;
            scanned_at: string;
            duration_ms: number;
            engine_version: string;
            evidence_sha256: string;
            allowed_cidrs: string[];
            url: string;
            final_url: string;
            status_code: number;
            grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';
            score: number;
            score_caps: ScoreCap[];
            seen: {
              page: 'site' | 'challenge' | 'blocked' | 'login' | 'error' | 'parked' | 'maintenance' | 'interstitial';
              reason: string | null;
            };
            provisional: boolean;
            pro_locked: false;
            headers: HeadersSection;
            redirects: RedirectsSection;
            tls: TlsSection;
            dns: DnsSection;
            cookies: CookiesSection;
            cross_origin: CrossOriginSection;
            security_txt: SecurityTxtSection;
            cors: CorsSection;
            server_fingerprint: ServerFingerprintSection;
            page_analysis: PageAnalysisSection;
            browser?: BrowserSection;
            fix_snippets: Record<string, FixSnippets> | null;
            fix_server?:
              | 'nginx'
              | 'apache'
              | 'caddy'
              | 'express'
              | 'cloudflare'
              | 'iis'
              | 'helmet'
              | 'nextjs'
              | 'wordpress'
              | 'cloudfront'
              | 'vercel'
              | 'netlify'
              | 'kubernetes'
              | null;
            signature?: { alg: 'Ed25519'; kid: string; value: string };
          }
        | {
            report_id?: string;
            report_url?: string;
            scan_id: string;
            scanned_at: string;
            duration_ms: number;
            engine_version: string;
            evidence_sha256: string;
            allowed_cidrs: string[];
            url: string;
            final_url: string;
            status_code: number;
            grade: 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';
            score: number;
            score_caps: ScoreCap[];
            seen: {
              page: 'site' | 'challenge' | 'blocked' | 'login' | 'error' | 'parked' | 'maintenance' | 'interstitial';
              reason: string | null;
            };
            provisional: boolean;
            pro_locked: true;
            issue_counts: IssueCounts;
            headers: HeadersSection;
            redirects: RedirectsSection;
            tls: TlsSection;
            dns: DnsSection;
            security_txt: SecurityTxtSection;
            cors: CorsSection;
            server_fingerprint: ServerFingerprintSection;
            page_analysis: PageAnalysisSection;
            browser?: BrowserSection;
            fix_snippets: Record<string, FixSnippets> | null;
            fix_server?:
              | 'nginx'
              | 'apache'
              | 'caddy'
              | 'express'
              | 'cloudflare'
              | 'iis'
              | 'helmet'
              | 'nextjs'
              | 'wordpress'
              | 'cloudfront'
              | 'vercel'
              | 'netlify'
              | 'kubernetes'
              | null;
            signature?: { alg: 'Ed25519'; kid: string; value: string };
          };
    };
  };
  getFindingsCsv: { takes: { report_id: string }; answer: Uint8Array<ArrayBuffer> };
  getFindingsHtml: { takes: { report_id: string }; answer: Uint8Array<ArrayBuffer> };
  getCompliancePdf: { takes: { report_id: string }; answer: Uint8Array<ArrayBuffer> };
  getReport: { takes: { report_id: string }; answer: OneTimeReport | ProReport | FreeReport };
  deleteReport: { takes: { report_id: string }; answer: { ok: true } };
  getReportEvidence: { takes: { report_id: string }; answer: Record<string, unknown> };
  getReportPdf: { takes: { report_id: string }; answer: Uint8Array<ArrayBuffer> };
  beginCheckout: {
    takes: {
      product: 'pro' | 'one_time_scan' | 'compliance_report';
      provider: 'razorpay' | 'stripe';
      email: string;
      url?: string;
    };
    answer:
      | { checkout_url: string }
      | { order_id: string; amount: number; currency: 'INR' | 'USD'; key: string }
      | { subscription_id: string; amount: number; currency: 'INR' | 'USD'; key: string };
  };
  payForComplianceReport: {
    takes: {
      provider: 'razorpay' | 'stripe';
      email: string;
      url: string;
      scope?: { card_data?: 'none' | 'redirect' | 'iframe' | 'own_page'; personal_data?: boolean };
      prepared_for?: string;
      frameworks?: (
        | 'owasp-top10-2025'
        | 'owasp-top10-2021'
        | 'pci-dss-4.0.1'
        | 'gdpr-art32'
        | 'iso27001-2022'
        | 'nis2-art21'
        | 'nist-csf-2.0'
        | 'soc2-tsc-2017'
        | 'hipaa-164.312'
        | 'cis-controls-8.1'
      )[];
      pages?: number | string[];
      logo?: string;
    };
    answer: { order_id: string; amount: number; key: string; token: string } | { checkout_url: string; amount: number };
  };
  sendClientLogo: { takes: Record<string, never>; answer: { logo: string } };
  verifyOneTimePayment: { takes: { payment_id: string; email: string }; answer: { ok: true; token: string } };
  generateComplianceReport: {
    takes: {
      token: string;
      url: string;
      email: string;
      scope?: { card_data?: 'none' | 'redirect' | 'iframe' | 'own_page'; personal_data?: boolean };
      prepared_for?: string;
      frameworks?: (
        | 'owasp-top10-2025'
        | 'owasp-top10-2021'
        | 'pci-dss-4.0.1'
        | 'gdpr-art32'
        | 'iso27001-2022'
        | 'nis2-art21'
        | 'nist-csf-2.0'
        | 'soc2-tsc-2017'
        | 'hipaa-164.312'
        | 'cis-controls-8.1'
      )[];
      pages?: number | string[];
      logo?: string;
    };
    answer: { ok: true; message: string };
  };
  verifyKey: { takes: Record<string, never>; answer: { valid: boolean; plan: string } };
  getUsage: {
    takes: Record<string, never>;
    answer: { valid: boolean; email: string; plan: string; scans_used: number; scans_limit: number };
  };
  getHealth: { takes: Record<string, never>; answer: { ok: true } };
  getReadiness: { takes: Record<string, never>; answer: { ok: true } };
  signIn: { takes: { email: string }; answer: { ok: true; message: string } };
  signOut: { takes: Record<string, never>; answer: { ok: true; ended: number } };
  endAllSessions: { takes: Record<string, never>; answer: { ok: true; ended: number } };
  getAccount: { takes: Record<string, never>; answer: Account };
  deleteAccount: { takes: Record<string, never>; answer: { ok: true } };
  rotateKey: {
    takes: { key_id?: string; at_once?: boolean } | null;
    answer: { ok: true; key_id: string; key: string; old_key_works_until: string };
  };
  sendAgain: {
    takes: { what: 'key' | 'token' | 'report'; id: string; email?: string };
    answer: { ok: true; sent_to: string };
  };
  exportAccount: { takes: Record<string, never>; answer: AccountExport };
  openPortal: { takes: { purchase_id?: string } | null; answer: { url: string } };
  mergeSubscriptions: { takes: Record<string, never>; answer: { ok: true; refunded: boolean } };
  cancelSubscription: { takes: { purchase_id?: string } | null; answer: { ok: true; ends_at: string | null } };
  listSites: {
    takes: Record<string, never>;
    answer: {
      sites: {
        id: string;
        host: string;
        state: 'verified' | 'checking' | 'not found';
        verified_at: string | null;
        checked_at: string | null;
        record: { name: string; file: string; value: string };
      }[];
    };
  };
  claimSite: {
    takes: { host: string };
    answer: {
      id: string;
      host: string;
      state: 'verified' | 'checking' | 'not found';
      verified_at: string | null;
      checked_at: string | null;
      record: { name: string; file: string; value: string };
    };
  };
  unclaimSite: { takes: { id: string }; answer: { ok: true } };
  setListing: { takes: { host: string } & { wish: 'list' | 'opt-out' }; answer: { ok: true } };
}

/** What the service posts to a callback. */

export interface Callbacks {
  batchDone: BatchDone;
}

export interface Call {
  method: string;
  path: string;
  query: readonly string[];
  answer: 'json' | 'bytes' | 'none';
}

export const CALLS: Readonly<Record<keyof Operations, Call>> = {
  scan: { method: 'POST', path: '/api/scan', query: ['full'], answer: 'json' },
  scanPro: { method: 'POST', path: '/api/scan/pro', query: [], answer: 'json' },
  createReportPdf: { method: 'POST', path: '/api/report/pdf', query: [], answer: 'bytes' },
  createBatch: { method: 'POST', path: '/api/scans', query: [], answer: 'json' },
  getBatch: { method: 'GET', path: '/api/scans/{batch_id}', query: [], answer: 'json' },
  getBatchDeliveries: { method: 'GET', path: '/api/scans/{batch_id}/deliveries', query: [], answer: 'json' },
  getLeaderboard: {
    method: 'GET',
    path: '/api/leaderboard',
    query: ['sort', 'grade', 'host', 'limit', 'offset'],
    answer: 'json',
  },
  askForListing: { method: 'POST', path: '/api/leaderboard', query: [], answer: 'json' },
  getSiteHistory: { method: 'GET', path: '/api/site/{host}', query: [], answer: 'json' },
  getSiteChanges: { method: 'GET', path: '/api/site/{host}/changes', query: ['from', 'to'], answer: 'json' },
  getReportChanges: { method: 'GET', path: '/api/reports/{report_id}/changes', query: ['since'], answer: 'json' },
  getReportKeys: { method: 'GET', path: '/.well-known/palisade-keys.json', query: [], answer: 'json' },
  verifyReport: { method: 'POST', path: '/api/verify', query: [], answer: 'json' },
  openSavedFile: { method: 'POST', path: '/api/open', query: [], answer: 'json' },
  getFindingsCsv: { method: 'GET', path: '/api/reports/{report_id}/findings.csv', query: [], answer: 'bytes' },
  getFindingsHtml: { method: 'GET', path: '/api/reports/{report_id}/findings.html', query: [], answer: 'bytes' },
  getCompliancePdf: { method: 'GET', path: '/api/reports/{report_id}/compliance-pdf', query: [], answer: 'bytes' },
  getReport: { method: 'GET', path: '/api/reports/{report_id}', query: [], answer: 'json' },
  deleteReport: { method: 'DELETE', path: '/api/reports/{report_id}', query: [], answer: 'json' },
  getReportEvidence: { method: 'GET', path: '/api/reports/{report_id}/evidence', query: [], answer: 'json' },
  getReportPdf: { method: 'GET', path: '/api/reports/{report_id}/pdf', query: [], answer: 'bytes' },
  beginCheckout: { method: 'POST', path: '/api/checkout', query: [], answer: 'json' },
  payForComplianceReport: { method: 'POST', path: '/api/compliance-report/pay', query: [], answer: 'json' },
  sendClientLogo: { method: 'POST', path: '/api/compliance-report/logo', query: [], answer: 'json' },
  verifyOneTimePayment: { method: 'POST', path: '/api/verify-one-time', query: [], answer: 'json' },
  generateComplianceReport: { method: 'POST', path: '/api/compliance-report/generate', query: [], answer: 'json' },
  verifyKey: { method: 'GET', path: '/api/verify-key', query: [], answer: 'json' },
  getUsage: { method: 'GET', path: '/api/usage', query: [], answer: 'json' },
  getHealth: { method: 'GET', path: '/healthz', query: [], answer: 'json' },
  getReadiness: { method: 'GET', path: '/readyz', query: [], answer: 'json' },
  signIn: { method: 'POST', path: '/api/account/sign-in', query: [], answer: 'json' },
  signOut: { method: 'POST', path: '/api/account/sign-out', query: [], answer: 'json' },
  endAllSessions: { method: 'DELETE', path: '/api/account/sessions', query: [], answer: 'json' },
  getAccount: { method: 'GET', path: '/api/account', query: [], answer: 'json' },
  deleteAccount: { method: 'DELETE', path: '/api/account', query: [], answer: 'json' },
  rotateKey: { method: 'POST', path: '/api/account/keys/rotate', query: [], answer: 'json' },
  sendAgain: { method: 'POST', path: '/api/account/resend', query: [], answer: 'json' },
  exportAccount: { method: 'GET', path: '/api/account/export', query: [], answer: 'json' },
  openPortal: { method: 'POST', path: '/api/account/portal', query: [], answer: 'json' },
  mergeSubscriptions: { method: 'POST', path: '/api/account/subscription/merge', query: [], answer: 'json' },
  cancelSubscription: { method: 'POST', path: '/api/account/subscription/cancel', query: [], answer: 'json' },
  listSites: { method: 'GET', path: '/api/account/sites', query: [], answer: 'json' },
  claimSite: { method: 'POST', path: '/api/account/sites', query: [], answer: 'json' },
  unclaimSite: { method: 'DELETE', path: '/api/account/sites/{id}', query: [], answer: 'json' },
  setListing: { method: 'POST', path: '/api/site/{host}/listing', query: [], answer: 'json' },
};
