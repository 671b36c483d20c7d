import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import { takeForms } from '../pages/form-body.ts';
import { refuseOtherSites } from '../pages/same-site.ts';

/** The form for a compliance token: the same as POST /api/compliance-report/generate, for people. */
export async function complianceFormRoutes(app: FastifyInstance): Promise<void> {
  takeForms(app);
  app.get('/compliance', async (_request, reply) => reply.page('compliance', { ordered: null }));

  app.post('/compliance', { onRequest: async (request) => refuseOtherSites(request) }, async (request, reply) => {
    const form = (request.body ?? {}) as Partial<Record<string, string>>;
    const { token = '', url = '', email = '', prepared_for: preparedFor = '' } = form;
    const answer = await app.inject({
      method: 'POST',
      url: '/api/compliance-report/generate',
      remoteAddress: request.ip,
      headers: { host: request.headers.host ?? 'localhost' },
      payload: {
        token: token.trim(),
        url: url.trim(),
        email: email.trim(),
        ...(preparedFor.trim() === '' ? {} : { prepared_for: preparedFor.trim() }),
        ...scopeOf(form),
      },
    });
    if (answer.statusCode !== 200) throw new ApiError(answer.statusCode, answer.json<{ error: string }>().error);
    return reply.page('compliance', { ordered: { url: url.trim(), email: email.trim() } });
  });
}

/** What is left open is not assumed. */
function scopeOf({ card_data: cardData, personal_data: personalData }: Partial<Record<string, string>>) {
  const scope = {
    ...(cardData ? { card_data: cardData } : {}),
    ...(personalData ? { personal_data: personalData === 'true' } : {}),
  };
  return Object.keys(scope).length === 0 ? {} : { scope };
}
