/** What buyers read. `{name}` stands for a link, whose text is in `links`, or for a value. */
export const shop = {
  product: {
    pro: 'Pro subscription',
    one_time_scan: 'One-time scan',
    compliance_report: 'Compliance report',
  },
  what: {
    pro: 'An API key with 50 scans per calendar month: fixes, cookies and cross-origin isolation, PDF reports, the full API. Monthly; cancel any time.',
    one_time_scan: 'One full report with every fix, within 24 hours of the payment.',
    compliance_report:
      'One PDF for one site: the findings mapped to OWASP Top 10, PCI DSS, GDPR Article 32 and ISO/IEC 27001, with a remediation plan.',
  },
  links: {
    terms: 'terms',
    refunds: 'refunds',
    privacy: 'privacy',
    contact: 'Write to us',
    account: 'account',
    scanForm: 'scan form',
  },
  aMonth: (price: string) => `${price} a month`,
  or: ' or ',
  pay: {
    stripe: (price: string) => `Pay ${price} by card`,
    razorpay: (price: string) => `Pay ${price} by UPI, card or netbanking`,
  },
  pricing: {
    description: 'Free scans, a Pro subscription, single scans and the compliance report, in rupees and dollars.',
    free: (scans: number) =>
      scans === 1
        ? 'One scan a day is free and needs no account.'
        : `${scans} scans a day are free and need no account.`,
    delivery: 'We email keys, tokens and reports as soon as your payment arrives.',
    currencies: 'Pay in rupees or dollars.',
    notOnSale: 'Not for sale here: the operator has no payment provider.',
    order: 'Order a report',
    useToken: 'Use a token',
    email: 'Your email address',
    emailForToken: 'Or buy a token for later: your email address',
    terms: 'By buying you accept the {terms}. See also {refunds} and {privacy}.',
    more: 'More than 50 scans a month? {contact}.',
  },
  payment: {
    title: (price: string) => `Pay ${price}`,
    description: (provider: string) => `Continue to ${provider} to pay.`,
    lead: (provider: string) => `You pay on a page of ${provider} and come back here afterwards.`,
    go: 'Continue to payment',
    stay: 'Cancel',
  },
  leaving: {
    title: 'Continue to the payment provider',
    lead: 'You manage your card, invoices and cancellation on a page of the payment provider.',
    go: 'Continue',
    back: 'Back to your account',
  },
  compliance: {
    title: 'Compliance report',
    description: 'A PDF that maps the findings of a scan to OWASP Top 10, PCI DSS, GDPR Article 32 and ISO/IEC 27001.',
    lead: 'One PDF for one site: every finding with its fix and the controls of OWASP Top 10, PCI DSS, GDPR Article 32 and ISO/IEC 27001 that it relates to.',
    website: 'Website',
    email: 'Send the report to',
    preparedFor: 'Prepared for (client’s name, optional)',
    logo: 'Client’s logo for the cover (optional; PNG or JPEG, at most 256 KiB)',
    cards: 'Card payments',
    cardOptions: {
      '': 'Not specified: the report lists the conditions',
      none: 'The site does not accept cards',
      redirect: 'Buyers pay on the provider’s page',
      iframe: 'The provider’s form is in a frame of the site',
      own_page: 'Cards are entered on the site’s own page',
    },
    personalData: 'Personal data',
    dataOptions: {
      '': 'Not specified',
      true: 'The site processes personal data',
      false: 'The site does not process personal data',
    },
    pages: 'Further pages for the browser (optional)',
    pagesHelp:
      'Your payment page, for example: its scripts are part of PCI DSS requirement 6.4.3. Up to five addresses or paths of the same site, one per line.',
    further: 'Further frameworks (optional)',
    once: 'One-time payment. By buying you accept the {terms}. See also {refunds}.',
    haveToken: 'I have a token',
    token: 'Token from your email',
    make: 'Scan and create the report',
  },
  order: {
    heading: {
      scanned: 'Your report is on its way',
      rendered: 'Your report is ready',
      mailed: 'Your report was sent',
      failed: 'The report could not be delivered',
    },
    scanned: (url: string) => `The site ${url} was scanned.`,
    making: 'The PDF is being created.',
    made: 'The PDF was created.',
    notMade: 'The PDF or its email failed.',
    sent: (email: string) => `It was sent to ${email}.`,
    goesTo: (email: string) => `It will be sent to ${email}.`,
    tokenGood: 'You can use your token again.',
    wait: 'This takes a few minutes at most. This page updates automatically, and you can close it.',
    again:
      'Your payment still counts: {again} with the token from your email, and check the email address for the report.',
    orderAgain: 'order it again',
    download: 'Download the PDF',
    findings: 'Open the findings',
    wrongAddress:
      'Wrong email address? Sign in to your {account} with the email address you paid with to send it elsewhere.',
  },
  bought: {
    secret: { key: 'API key', one_time: 'Scan token', compliance: 'Token for your compliance report' },
    shownOnce: (what: string) => `${what}. This page shows it only once:`,
    use: 'Use it in the {scanForm}, in the {header} header of the {api}, or with the command line. Your {account} shows usage and renewal.',
    run: 'Run the scan',
    goodForADay: 'It is valid for 24 hours and one report.',
    makeFor: (site: string) => `Create the report for ${site} now`,
    goesTo: 'We scan the site and send the PDF to {email}. Or {other}.',
    otherSite: 'use the token for another site',
    make: 'Create the report',
  },
  purchase: {
    heading: {
      paid: 'Thank you, your payment has arrived',
      pending: 'Waiting for your payment',
      processing: 'Your payment is being processed',
      declined: 'The payment was declined',
      failed: 'The payment failed',
      cancelled: 'Payment cancelled',
      returned: 'The payment was refunded',
      ended: 'This subscription has ended',
      review: 'Your payment is under review',
      unknown: 'We cannot find this purchase',
    },
    text: {
      pending:
        'The payment provider has not confirmed it yet. This page updates automatically. You can close it, because we send your purchase by email.',
      processing:
        'Your bank has not completed it, which can take a few days. We send your purchase by email as soon as the payment arrives.',
      declined:
        'Your bank or the payment provider declined it, and you were not charged. You can try again or pay another way.',
      failed: 'Your bank declined it, or it did not arrive in time. You were not charged.',
      cancelled: 'You were not charged.',
      returned: 'Your purchase ended with the refund.',
      ended: 'Its key no longer works. You can subscribe again at any time.',
      review:
        'The amount we received does not match the price. We will review it and either complete your purchase or refund you.',
      unknown: 'If you have paid, we send your purchase by email.',
    },
    sent: {
      pro: (to: string) => `Your API key was sent to ${to}, with a receipt.`,
      one_time_scan: (to: string) => `Your scan token was sent to ${to}, with a receipt.`,
      compliance_report: (to: string) => `The token for your compliance report was sent to ${to}, with a receipt.`,
    },
    yourAddress: 'your email address',
    spam: 'It usually arrives within a minute. If it does not, check your spam folder.',
    lost: 'Lost the email? Sign in to your {account} with this email address to send it again.',
    back: 'Back to pricing',
    questions: 'Questions? {contact}.',
    keyOnce: 'This page showed it once, right after the payment.',
    mailed: {
      one_time_scan: 'The email has a button that opens the {form} with the token filled in.',
      compliance_report:
        'The email has a button that opens the {form} with the token filled in. The token does not expire.',
    },
    reportForm: 'report order form',
  },
  receipt: {
    title: (number: string) => `Receipt ${number}`,
    tax: (id: string) => `GSTIN or VAT number: ${id}`,
    buyer: 'For',
    name: 'What',
    sum: 'Amount',
    paid: 'Paid on',
    paidBy: (day: string, provider: string) => `${day} by ${provider}`,
    reference: 'Reference',
    refunded: 'Refunded',
    invoice: (provider: string) => `Invoice at ${provider}`,
    back: 'Back to {account}.',
    yourAccount: 'your account',
  },
};

export type ShopWords = typeof shop;
