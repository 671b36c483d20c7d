import type { FastifyInstance } from 'fastify';
import { FRAMEWORKS } from '@palisade/compliance/frameworks';
import { SHOWN_SECTIONS } from '@palisade/report/check-sections';
import { fixSnippets } from '@palisade/report/snippets';
import type { CatalogEntry } from '@palisade/scanner/catalog';
import { ApiError } from '../errors.ts';

/** The reference of all checks, from their definitions. */
export async function checksRoutes(app: FastifyInstance): Promise<void> {
  // Loaded on the first request, because the API itself runs no checks.
  const catalog = async () => (await import('@palisade/scanner/catalog')).CATALOG;

  app.get('/checks', async (_request, reply) => {
    const all = await catalog();
    const sections = SHOWN_SECTIONS.map((section) => ({
      section,
      checks: all.filter((entry) => entry.section === section),
    }));
    return reply.page('checks', { sections });
  });

  app.get<{ Params: { section: string; name: string } }>('/checks/:section/:name', async (request, reply) => {
    const id = `${request.params.section}/${request.params.name}`;
    const entry = (await catalog()).find((candidate) => candidate.id === id);
    if (!entry) throw new ApiError(404, `there is no check ${id}`);
    const { header, fix } = entry;
    const snippets = header !== null && fix !== null ? fixSnippets(header, fix) : null;
    return reply.page('check', { ...entry, snippets, controls: controlsOf(entry) });
  });
}

/** The controls for which a weakness that the check can find is evidence or support, without duplicates. */
function controlsOf({ weaknesses }: CatalogEntry): { framework: string; control: string; title: string }[] {
  return FRAMEWORKS.flatMap(({ name, edition, controls, weaknesses: concerned }) => {
    const named = weaknesses.flatMap((weakness) => concerned[weakness] ?? []).filter(({ use }) => use !== 'context');
    return [...new Set(named.map(({ control }) => control))].map((control) => ({
      framework: `${name} ${edition}`,
      control,
      title: controls[control]?.title ?? '',
    }));
  });
}
