import { BUILT_IN } from './built-in.ts';

/**
 * What a visitor does before making any decision: moves the pointer, scrolls to the end and back, opens menus, focuses
 * fields. Nothing is typed, submitted or followed. Runs in an isolated world, where the page cannot see it.
 */
export const VISIT = `(async () => {
  ${BUILT_IN}
  // Intersection observers are notified with the next frame; a hidden page draws none.
  const rest = () => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); setTimeout(done, 150); });
  addEventListener('submit', (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);
  addEventListener('click', (event) => {
    const path = event.composedPath();
    if (path.some((element) => element instanceof Element && closestOf(element, 'a[href],area[href]'))) event.preventDefault();
  }, true);
  const whole = builtIn(Document, 'documentElement')(document);
  // Caches and consent tools delay scripts until a visitor moves.
  for (const [type, Kind] of [['pointermove', PointerEvent], ['mouseover', MouseEvent], ['mousemove', MouseEvent], ['wheel', WheelEvent]])
    whole.dispatchEvent(new Kind(type, { bubbles: true, composed: true, clientX: innerWidth / 2, clientY: innerHeight / 2 }));
  const end = Math.min(whole.scrollHeight, 20000);
  // Style sheets may make every scroll smooth, which takes longer than is waited for.
  const scroll = builtIn(Element, 'scrollTo');
  // Observers see each frame, so each shows another part. Not on slow pages: of those, only the end is shown.
  const until = performance.now() + 1500;
  const frame = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 100); });
  for (let top = 0; top < end && performance.now() < until; top += innerHeight * 0.9) { scrollTo({ top, behavior: 'instant' }); await frame(); }
  scrollTo({ top: end, behavior: 'instant' });
  await rest();
  // Popovers and dialogs that open without a script.
  const BY_MARKUP = '[popovertarget]:not([popovertargetaction=hide i]), [commandfor]:not([command*=close i], [command=hide-popover i]), details[name] > summary';
  const matchesSelector = builtIn(Element, 'matches');
  // The document and its open shadow trees.
  const treesOf = (most) => {
    const trees = [{ root: document, all: elementsIn(document), find }];
    for (let at = 0; at < trees.length && trees.length < most; at++)
      for (const element of trees[at].all) {
        const shadow = shadowOf(element);
        if (shadow) trees.push({ root: shadow, all: elementsIn(shadow), find: (selector) => [...builtIn(DocumentFragment, 'querySelectorAll')(shadow, selector)] });
      }
    return trees;
  };
  const trees = treesOf(200);
  const findAll = (selector) => trees.flatMap(({ find }) => find(selector));
  // Application shells scroll in an element, and rows of cards to the side.
  const scrolls = (element) => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    if (element === whole || (scrollHeight < clientHeight + 100 && scrollWidth < clientWidth + 100) || clientHeight === 0) return false;
    const { overflowX, overflowY, visibility } = getComputedStyle(element);
    return visibility === 'visible' && /auto|scroll/.test(overflowX + overflowY);
  };
  const scrollers = trees.flatMap(({ all }) => all).slice(0, 5000).filter(scrolls);
  for (const element of scrollers.slice(0, 6)) {
    if (performance.now() > until) break;
    builtIn(Element, 'scrollIntoView')(element, { block: 'nearest', behavior: 'instant' });
    for (const part of [0.5, 1, 0]) {
      scroll(element, { top: Math.min(element.scrollHeight, 20000) * part, left: element.scrollWidth * part, behavior: 'instant' });
      await rest();
    }
  }
  scrollTo({ top: 0, behavior: 'instant' });
  const focused = new Set();
  const focusFields = () => {
    for (const field of findAll('input:not([type=hidden]):not([type=submit]):not([type=file]), textarea, select').slice(0, 12)) {
      if (focused.has(field)) continue;
      field.focus({ preventScroll: true });
      if (matchesSelector(field, ':focus')) focused.add(field);
      field.blur();
    }
  };
  // Also before menus: an open dialog makes the rest of the page inert.
  focusFields();
  // A link to a place in the page, or to nothing, is a button to scripts; any other navigates away.
  // Nor does a visitor decide about consent: buttons of a banner may toggle it, or be within a nav.
  const DECIDES = /^\\W*(?:i )?(?:accept|agree|allow|reject|refuse|decline|deny|got it|ok(?:ay)?|zustimmen|(?:alle[s]? )?(?:akzeptieren|annehmen|erlauben|ablehnen)|einverstanden|(?:tout |j.)?(?:accepter?|refuser)|acept(?:ar|o)|rechazar|accett[ao]|rifiuta|accepteren|akkoord|weigeren|aceit(?:ar|o)|rejeitar|godkend|tillad|till\\u00e5t|godk\\u00e4nn|akceptuj\\u0119?|souhlas\\u00edm)(?![\\w\\u00c0-\\u024f])/i;
  const decides = (element) => element.localName !== 'summary' && (DECIDES.test(attributeOf(element, 'aria-label') ?? '') || DECIDES.test((builtIn(Node, 'textContent')(element) ?? '').trim().slice(0, 60)));
  const menus = findAll(
    'summary, [aria-haspopup]:not(input), [aria-expanded="false"], nav button, .menu-toggle, .navbar-toggler, [data-toggle], [data-bs-toggle], ' + BY_MARKUP,
  ).filter((element) => !(element instanceof HTMLFormElement) && !closestOf(element, 'a[href]:not([href^="#"], [href^="javascript:" i]), [disabled]') && !decides(element) && !(element.form && element.type === 'submit'));
  for (const element of menus.slice(0, 8)) {
    for (const type of ['pointerover', 'mouseover', 'mouseenter']) element.dispatchEvent(new MouseEvent(type, { bubbles: true }));
    element.click?.();
    // Its event and its pictures come with the next frame; the next one may close it.
    if (matchesSelector(element, BY_MARKUP) && performance.now() < until) await rest();
  }
  // Interest invokers open when a pointer stays on them, for which no event of ours counts.
  for (const { root, find } of typeof InterestEvent === 'function' ? trees : [])
    for (const source of find('[interestfor]').slice(0, 8)) {
      const target = builtIn(root === document ? Document : DocumentFragment, 'getElementById')(root, attributeOf(source, 'interestfor'));
      target?.dispatchEvent(new InterestEvent('interest', { source }));
      if (target && matchesSelector(target, '[popover]:not(:popover-open)')) target.showPopover();
      if (target && performance.now() < until) await rest();
    }
  focusFields();
  // Timers run out later, but animations do not: they end here, for what waits for it.
  const running = trees.flatMap(({ root }) => builtIn(root === document ? Document : ShadowRoot, 'getAnimations')(root));
  for (const animation of running.slice(0, 1000)) {
    const { endTime } = animation.effect?.getComputedTiming() ?? {};
    const ends = animation.playState === 'running' && animation.playbackRate > 0 && endTime <= 15000;
    if (ends && animation.timeline instanceof DocumentTimeline) animation.finish();
  }
  await rest();
})()`;
