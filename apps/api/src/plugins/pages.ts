import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PageName, PageProps, NextStep } from '@palisade/web/pages';
import type { BuiltPages } from '../pages/load-pages.ts';
import { addressInLanguage, visitorLanguage } from '../pages/visitor-language.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Sends a page of `apps/web/src/views.ts`, in the visitor's language. */
    page<N extends PageName>(name: N, props: PageProps<N>): FastifyReply;
    /** The same page as a string. */
    renderPage<N extends PageName>(name: N, props: PageProps<N>): string;
    /** Whether `page` can be used: false if the web app is not built. */
    hasPages: boolean;
    /** What the page of an error offers the visitor next; set before the error is thrown. */
    nextSteps: readonly NextStep[] | null;
    /** Sends the form again with what was typed and the message of an error; set before the error is thrown. */
    formAgain: ((message: string) => FastifyReply) | null;
  }
}

/** `reply.page(name, props)` for every route. */
export function pagesPlugin(
  app: FastifyInstance,
  deps: { built: BuiltPages | null; serviceName: string; publicBaseUrl: () => string; https: boolean },
): void {
  const { built, serviceName } = deps;
  app.decorateReply('hasPages', built !== null);
  app.decorateReply('nextSteps', null);
  app.decorateReply('formAgain', null);
  app.decorateReply('renderPage', function renderPage<
    N extends PageName,
  >(this: FastifyReply, name: N, props: PageProps<N>): string {
    if (!built) return '';
    const spoken = visitorLanguage(this.request, this, built.pages, deps.https);
    if (!this.sent) {
      const vary = [this.getHeader('vary'), 'Accept-Language, Cookie'].filter(Boolean).join(', ');
      this.headers({ 'content-language': spoken.language, vary });
    }
    return built.pages.renderPage(name, props, {
      serviceName,
      baseUrl: deps.publicBaseUrl(),
      path: this.request.url.split('?', 1)[0] ?? '/',
      ...spoken,
      inLanguage: addressInLanguage(this.request),
      assets: built.assets,
    });
  });
  app.decorateReply('page', function page<
    N extends PageName,
  >(this: FastifyReply, name: N, props: PageProps<N>): FastifyReply {
    if (!built) {
      return this.code(503).send({ error: 'the web pages are not built: start the service with "npm start"' });
    }
    const html = this.renderPage(name, props);
    if (!this.hasHeader('cache-control')) this.header('cache-control', 'private, no-cache');
    return this.type('text/html; charset=utf-8').send(html);
  });
}
