import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pasted } from '@palisade/access/credential-format';
import { Email } from '@palisade/access/email';
import { openCheckout } from '@palisade/billing/checkout';
import { withinPatience } from '@palisade/billing/deadline';
import { ALL_FRAMEWORKS, FRAMEWORKS } from '@palisade/compliance/frameworks';
import type { PageProps } from '@palisade/web/pages';
import { ApiError, errorOf } from '../errors.ts';
import { takeForms } from '../pages/form-body.ts';
import { takeFormWithFile } from '../pages/uploaded-file.ts';
import { LOGO_LIMITS } from '@palisade/pdf/logo-limits';
import { takeLogo } from './compliance-logo.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { markBuyer } from '../shop/buyer-cookie.ts';
import { waysToPay } from '../shop/offers.ts';
import { sendToPayment } from '../shop/payment-page.ts';
import { pagesIn } from '../scans/further-pages.ts';
import type { CheckoutPageDeps } from './checkout-pages.ts';
import { Provider } from './checkout.ts';
import { MOST_CHARACTERS, PrintedName } from './printed-name.ts';

type Form = Partial<Record<string, string>> & { file?: Buffer };

/** In bytes: a logo and the other fields. */
const FORM_LIMIT = LOGO_LIMITS.bytes + 64 * 1024;

/** Those that a buyer can add to the usual ones. */
const FURTHER_FRAMEWORKS = ALL_FRAMEWORKS.filter((one) => !FRAMEWORKS.includes(one)).map(({ id, name, edition }) => ({
  id,
  name: `${name}, ${edition}`,
}));

/** The page of an order reloads after so many seconds while the report is being made. */
const REFRESH_S = '3';

/** The form for a compliance report, which the buyer pays for at once or with a token from an email. */
export async function complianceFormRoutes(app: FastifyInstance, deps: CheckoutPageDeps): Promise<void> {
  const { billing } = deps;
  takeForms(app);
  takeFormWithFile(app, { field: 'file', limit: FORM_LIMIT });
  const show = (request: FastifyRequest, reply: FastifyReply, refused: PageProps<'compliance'>['refused'] = null) =>
    reply.page('compliance', {
      ways: waysToPay(billing, request, 'compliance_report'),
      furtherFrameworks: FURTHER_FRAMEWORKS,
      refused,
    });
  app.get('/compliance', async (request, reply) => show(request, reply));

  const options = { bodyLimit: FORM_LIMIT, onRequest: async (request: FastifyRequest) => refuseOtherSites(request) };
  app.post('/compliance', options, async (request, reply) => {
    const form = (request.body ?? {}) as Form;
    // A browser lets no page choose the file again.
    const { file: _, ...typed } = form;
    reply.formAgain = (message) => show(request, reply.header('cache-control', 'no-store'), { message, typed });
    const token = pasted(form['token'] ?? '');
    if (token !== '') return await generate(request, reply, form, token);
    if (form['provider'] !== undefined) return await pay(request, reply, form, form['provider']);
    throw new ApiError(400, 'pay for the report, or enter the token from your email');
  });

  async function generate(request: FastifyRequest, reply: FastifyReply, form: Form, token: string) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/compliance-report/generate',
      remoteAddress: request.ip,
      headers: { host: request.headers.host ?? 'localhost' },
      payload: { token, ...wanted(form), ...scopeOf(form), ...extentOf(form), ...(await logoOf(form, request)) },
    });
    if (answer.statusCode !== 200) throw errorOf(answer);
    return reply.redirect(`/compliance/order/${String(answer.headers['x-compliance-order'])}`, 303);
  }

  async function pay(request: FastifyRequest, reply: FastifyReply, form: Form, named: string) {
    const { url, prepared_for: preparedFor, ...given } = wanted(form);
    const provider = Provider.safeParse(named);
    const { data: email } = Email.safeParse(given.email);
    if (!provider.success || email === undefined) {
      throw new ApiError(400, 'email is missing or is not an email address');
    }
    const extent = extentOf(form);
    deps.checkUrl(url, extent.pages);
    await deps.takeCheckout(request.ip);
    const logo = await logoOf(form, request);
    const landing = markBuyer(request, reply, { appSecret: billing.appSecret, https: deps.https });
    const order = { product: 'compliance_report', provider: provider.data, email } as const;
    const opened = await withinPatience(
      billing,
      openCheckout(billing, { ...order, url, preparedFor, landing, ...scopeOf(form), ...extent, ...logo }),
    );
    return sendToPayment(reply, order.product, opened);
  }

  async function logoOf({ file }: Form, { ip }: FastifyRequest): Promise<{ logo?: string }> {
    return file === undefined ? {} : { logo: await takeLogo(billing, file, ip) };
  }

  const orderOf = async (request: FastifyRequest) => {
    const id = z.uuid().safeParse((request.params as { id: string }).id);
    const order = id.success ? await billing.db.complianceReport.findUnique({ where: { id: id.data } }) : null;
    if (!order) throw new ApiError(404, 'there is no such order');
    return order;
  };
  /** The address of an order works like a password: only the buyer who placed the order gets it. */
  app.get('/compliance/order/:id', async (request, reply) => {
    const { id, state, url, email, servedId, pdf } = await orderOf(request);
    if (state === 'scanned' || state === 'rendered') reply.header('refresh', REFRESH_S);
    return reply.headers({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' }).page('compliance_order', {
      state,
      url,
      email,
      reportUrl: servedId === null ? null : `/r/${servedId}`,
      pdfUrl: pdf === null || state === 'failed' ? null : `/compliance/order/${id}/pdf`,
    });
  });
  app.get('/compliance/order/:id/pdf', async (request, reply) => {
    const { pdf, fileName, state } = await orderOf(request);
    if (!pdf || fileName === null || state === 'failed') throw new ApiError(404, 'the report is not ready yet');
    return reply
      .headers({ 'x-robots-tag': 'noindex', 'content-disposition': `attachment; filename="${fileName}"` })
      .type('application/pdf')
      .send(Buffer.from(pdf));
  });
}

function wanted(form: Form): { url: string; email: string; prepared_for?: string } {
  const text = (name: string) => (form[name] ?? '').trim();
  // By code points: half of an emoji cannot be stored.
  const preparedFor = PrintedName.parse([...text('prepared_for')].slice(0, MOST_CHARACTERS).join(''));
  return { url: text('url'), email: text('email'), ...(preparedFor === '' ? {} : { prepared_for: preparedFor }) };
}

/** Leaves out answers that the form leaves open: nothing is assumed. */
function scopeOf({ card_data: cardData, personal_data: personalData }: Form) {
  const scope = {
    ...(cardData ? { card_data: cardData } : {}),
    ...(personalData ? { personal_data: personalData === 'true' } : {}),
  };
  return Object.keys(scope).length === 0 ? {} : { scope };
}

/** Frameworks in addition to the usual ones, a checkbox each, and further pages for the browser, one per line. */
function extentOf(form: Form): { frameworks?: string[]; pages?: string[] } {
  const added = FURTHER_FRAMEWORKS.filter(({ id }) => form[`framework ${id}`] !== undefined).map(({ id }) => id);
  const pages = pagesIn(form['pages']);
  return {
    ...(added.length === 0 ? {} : { frameworks: [...FRAMEWORKS.map(({ id }) => id), ...added] }),
    ...(pages && { pages }),
  };
}
