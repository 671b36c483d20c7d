import type { SiteAnswer } from '@palisade/lab/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserSession } from './session.ts';
import { browserOrSkip, openIn, startLab, type Lab } from '../test/lab-browser.ts';

/** Everything that tells a page the size at which it is drawn. */
const MEASURE = `(async () => {
  const part = document.querySelector('#part');
  const round = ({ x, y, width, height }) => [x, y, width, height].map((one) => Math.round(one * 100) / 100);
  const seen = await new Promise((done) => new IntersectionObserver(([entry]) => done(entry)).observe(part));
  const sized = await new Promise((done) => { const one = new ResizeObserver(([entry]) => done(entry)); one.observe(part, { box: 'device-pixel-content-box' }); });
  scrollTo(0, 900.4);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const scrolled = scrollY;
  scrollTo(0, 0);
  const { width, height, scale, offsetTop } = visualViewport;
  const context = document.createElement('canvas').getContext('2d');
  context.font = '16px sans-serif';
  return {
    ratio: devicePixelRatio, inner: [innerWidth, innerHeight], outer: [outerWidth, outerHeight],
    screen: [screen.width, screen.height, screen.availWidth, screen.availHeight, screen.orientation.type],
    viewport: [width, height, scale, offsetTop],
    media: ['(resolution: 1dppx)', '(min-width: 1280px)', '(max-device-width: 1280px)', '(hover: hover)', '(pointer: fine)', '(orientation: landscape)', '(update: fast)'].map((query) => matchMedia(query).matches),
    visibility: document.visibilityState, focus: document.hasFocus(),
    part: round(part.getBoundingClientRect()), border: getComputedStyle(part).borderTopWidth,
    seen: [seen.isIntersecting, seen.intersectionRatio, round(seen.boundingClientRect), seen.rootBounds && round(seen.rootBounds)],
    device: sized.devicePixelContentBoxSize.map(({ inlineSize, blockSize }) => [inlineSize, blockSize]),
    hit: document.elementFromPoint(30, 30)?.id, scrolled,
    source: document.querySelector('img').currentSrc.slice(-6), text: context.measureText('An ordinary page').width,
    loaded: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).sort(),
  };
})()`;

const BODY = `<style>body{margin:0}#part{width:333.3px;height:77.7px;border:.4px solid;background:#c00}p{height:9000px}</style>
<div id=part>An ordinary page</div><img srcset="/small.gif 320w, /large.gif 2560w" sizes="100vw" style="width:100vw">
${'Words that fill the whole window with small dark shapes. '.repeat(400)}<p></p><img loading=lazy src=/far.gif>`;

const page = (body: string): SiteAnswer => ({
  headers: [['content-type', 'text/html']],
  body: `<!doctype html><title>t</title>${body}`,
});

describe.skipIf(!browserOrSkip())('a page that is drawn small', () => {
  let lab: Lab;
  beforeAll(async () => {
    const inner = `<script>addEventListener('message', async ({ source }) => source.postMessage(await ${MEASURE}, '*'))</script>`;
    lab = await startLab({
      sites: [
        { host: 'frame.test', https: page(`${BODY}${inner}`) },
        { host: 'page.test', https: page(`${BODY}<iframe width=500 height=400 src=https://frame.test/></iframe>`) },
      ],
    });
  });
  afterAll(() => lab.close());

  const measured = async ({ page: at, url }: BrowserSession): Promise<unknown[]> => {
    await at.goto(url);
    await at.evaluate('scrollTo(0, 99999); new Promise((done) => setTimeout(done, 300))');
    await at.evaluate('scrollTo(0, 0)');
    const own: unknown = await at.evaluate(MEASURE);
    const framed: unknown = await at.evaluate(`new Promise((done) => {
      addEventListener('message', ({ data }) => done(data));
      document.querySelector('iframe').scrollIntoView(); frames[0].postMessage('measure', '*');
    })`);
    return [own, framed];
  };
  /** Size of a frame as it is drawn: a screenshot would be drawn at full size for the purpose. */
  const drawn = async ({ page: at, cdp }: BrowserSession): Promise<number> => {
    const frame = new Promise<number>((done) => cdp.once('Page.screencastFrame', ({ data }) => done(data.length)));
    await cdp.send('Page.startScreencast', { format: 'png' });
    await at.evaluate('document.body.style.background = "#eef"');
    return frame;
  };

  it('measures the same in every way, also in a frame of another site', async () => {
    const session = await openIn(lab, lab.url('page.test'));
    const small = await session.fresh();
    const [inWhole, inSmall] = [await measured(session), await measured(small)];
    expect(inSmall).toEqual(inWhole);
    expect(inSmall).toMatchObject([{ inner: [1280, 800], ratio: 1, visibility: 'visible', scrolled: 900 }, {}]);
    // What is drawn differs.
    expect(await drawn(small)).toBeLessThan((await drawn(session)) / 3);
    await session.close();
  });
});
