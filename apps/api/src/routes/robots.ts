import type { FastifyInstance } from 'fastify';

/** Pages in the sitemap, apart from those of the checks. */
const LISTED = [
  '/',
  '/checks',
  '/pricing',
  '/compliance',
  '/leaderboard',
  '/method',
  '/docs',
  '/verify',
  '/open',
  '/changelog',
  '/terms',
  '/privacy',
  '/refunds',
  '/contact',
];

/** robots.txt (RFC 9309) and the sitemap it names. */
export async function robotsRoutes(app: FastifyInstance, deps: { publicBaseUrl: () => string }): Promise<void> {
  app.get('/robots.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
    // Reports are not disallowed: they send noindex, which a crawler that may not fetch them would never see.
    return [
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /ops',
      'Disallow: /scan',
      `Sitemap: ${deps.publicBaseUrl()}/sitemap.xml`,
      '',
    ].join('\n');
  });

  app.get('/sitemap.xml', async (_request, reply) => {
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600');
    // Loaded when a crawler first requests it, because the API itself runs no checks.
    const { CATALOG } = await import('@palisade/scanner/catalog');
    const paths = [...LISTED, ...CATALOG.map(({ id }) => `/checks/${id}`)];
    const addresses = paths.map((path) => `<url><loc>${escape(deps.publicBaseUrl() + path)}</loc></url>`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>\n`;
  });
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
