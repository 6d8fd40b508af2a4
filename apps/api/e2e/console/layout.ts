import { type ConsoleForm, windowOf } from '@solano/tools/console-forms';
import type { Page } from '@solano/tools/test-browser';

/**
 * Returns what is wrong with the places of things on a page, measured in the browser: each finding is
 * a kind, the element and its text. A dialog that is open is looked at alone.
 *
 * - `scrolls`: the document is wider than the window.
 * - `cut`: a text goes beyond the edge of a box that hides it or scrolls, or that is drawn; a
 *   number, a date or a choice is wider than its field. A title with the whole text makes up for it.
 * - `overlaps`: two texts, pictures or controls, neither of which contains the other, share room.
 * - `unreachable`: a control that is scrolled into the window is outside of it, or under something.
 */
export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(MEASURE);
}

/** Returns what shows an open page in another form, in the language that it has. */
export async function formsOf(page: Page): Promise<(form: ConsoleForm) => Promise<void>> {
  // Playwright changes the size of a window, not its zoom. What a session has set ends with it.
  const session = await page.context().newCDPSession(page);
  return async (form) => {
    const { viewport, deviceScaleFactor, colorScheme } = windowOf(form);
    await page.emulateMedia({ colorScheme });
    const metrics = { ...viewport, deviceScaleFactor, mobile: false };
    await session.send('Emulation.setDeviceMetricsOverride', metrics);
    // Tables and charts follow their own size one frame later, and are drawn in the next.
    await page.evaluate(`(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      while (innerWidth !== ${viewport.width} || devicePixelRatio !== ${deviceScaleFactor}) await frame();
      for (let left = 3; left > 0; left -= 1) await frame();
    })()`);
  };
}

/**
 * Starts to add up how far things move that were already visible; see {@link shifted}. Parts wait
 * for those before them as long as a busy machine takes.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(`
    document.documentElement.style.setProperty('--wait', '60s');
    globalThis.layoutShifts = [];
    globalThis.addShifts = (entries) => layoutShifts.push(...entries.filter((each) => !each.hadRecentInput));
    globalThis.shiftObserver ??= new PerformanceObserver((list) => addShifts(list.getEntries()));
    shiftObserver.observe({ type: 'layout-shift' });
  `);
}

interface Shift {
  /** The sum of the layout shifts: the part of the window that moved, times how far. */
  readonly sum: number;
  readonly moved: readonly string[];
}

/** Returns how far things have moved since {@link watchShifts}, and the first ones that did. */
export function shifted(page: Page): Promise<Shift> {
  return page.evaluate(`
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))).then(() => addShifts(shiftObserver.takeRecords())).then(() => ({
      sum: layoutShifts.reduce((sum, { value }) => sum + value, 0),
      moved: layoutShifts.flatMap(({ value, sources }) => sources.slice(0, 3).map(({ node, previousRect, currentRect }) => {
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        return value.toFixed(3) + ' ' + (element?.outerHTML ?? 'gone').slice(0, 80) +
          ' ' + previousRect.y + ' -> ' + currentRect.y;
      })),
    }))
  `);
}

/** Runs in the page; CSS pixels. Texts and boxes may touch by less than a rounded pixel. */
const MEASURE = `(() => {
  const SLACK = 1.5;
  /** The box of a line is taller than its letters. */
  const LEADING = 3;
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button]';
  const SHOWN = CONTROLS + ', canvas, img, [role=img]';
  const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const problems = [];
  const textOf = (element) => (element.textContent || element.value || '').trim().replace(/\\s+/g, ' ').slice(0, 50);
  const nameOf = (element) => element.tagName.toLowerCase() +
    [...element.classList].map((each) => '.' + each).join('') +
    (element.closest('[aria-label]') ? ' in ' + element.closest('[aria-label]').ariaLabel : '');
  const report = (kind, element, detail = '') =>
    problems.push([kind, nameOf(element), JSON.stringify(textOf(element)), detail].join(' ').trim());
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const isHidden = (element) => !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    element.closest('.visually-hidden, .skip, datalist, option, details:not([open]) > :not(summary)') !== null;

  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) problems.push('scrolls by ' + wide + ' px');

  /** The room in which the content of an element is visible. */
  const rooms = new Map();
  const roomOf = (element) => {
    if (rooms.has(element)) return rooms.get(element);
    let room = element.parentElement ? roomOf(element.parentElement) : { left: 0, right: Infinity, top: -Infinity, bottom: Infinity };
    const { overflowX, overflowY } = styleOf(element);
    if (element !== document.body && element !== document.documentElement) {
      const box = element.getBoundingClientRect();
      if (overflowX !== 'visible') room = { ...room, left: Math.max(room.left, box.left), right: Math.min(room.right, box.right) };
      if (overflowY === 'hidden' || overflowY === 'clip')
        room = { ...room, top: Math.max(room.top, box.top), bottom: Math.min(room.bottom, box.bottom) };
      // What scrolls down by itself shows all in time.
      else if (overflowY !== 'visible') room = { ...room, top: -Infinity, bottom: Infinity };
    }
    rooms.set(element, room);
    return room;
  };
  /** The next box around a text that has a border or a background of its own. */
  const drawnBox = (element) => {
    let box = element;
    const isDrawn = ({ borderLeftWidth, backgroundColor }) => borderLeftWidth !== '0px' || !/, 0\\)$/.test(backgroundColor);
    while (box.parentElement && !isDrawn(styleOf(box))) box = box.parentElement;
    return box.getBoundingClientRect();
  };

  const boxes = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || /^(SCRIPT|STYLE|OPTION|TEXTAREA)$/.test(element.tagName) || isHidden(element) || element.closest('[popover]')) continue;
    range.selectNodeContents(node);
    const room = roomOf(element);
    const block = drawnBox(element);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1) continue;
      const isCut = rect.left < room.left - SLACK || rect.right > room.right + SLACK ||
        rect.top < room.top - SLACK || rect.bottom > room.bottom + SLACK ||
        rect.left < block.left - SLACK || rect.right > block.right + SLACK;
      if (isCut && !element.closest('[title]')?.title.includes(element.textContent.trim())) {
        report('cut', element, Math.round(rect.width) + ' px in ' + Math.round(Math.min(block.right, room.right) - Math.max(block.left, room.left)));
        break;
      }
      const left = Math.max(rect.left, room.left);
      const right = Math.min(rect.right, room.right);
      if (right > left) boxes.push({ element, isText: true, rect: { left, right, top: rect.top, bottom: rect.bottom } });
    }
  }
  const painter = document.createElement('canvas').getContext('2d');
  /** The room that a select needs for its arrow, and a date for its picture. */
  const ARROW = 18;
  for (const element of root.querySelectorAll(SHOWN)) {
    if (isHidden(element) || element.closest('[popover]')) continue;
    const rect = element.getBoundingClientRect();
    if (rect.width < 1 || rect.height < 1) continue;
    if (element.tagName !== 'A') boxes.push({ element, isText: false, rect });
    const text = element.tagName === 'SELECT' ? element.selectedOptions[0]?.textContent :
      element.tagName === 'INPUT' && (/^(number|date|datetime-local)$/.test(element.type) || element.inputMode === 'decimal') ? element.value || element.placeholder : '';
    if (text && !element.title) {
      const style = styleOf(element);
      painter.font = style.font;
      const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) -
        (element.tagName === 'SELECT' || /^date/.test(element.type) ? ARROW : 0);
      const needed = painter.measureText(text).width;
      if (needed > room + SLACK) report('cut', element, text.slice(0, 60) + ': ' + Math.round(needed) + ' px in ' + Math.round(room));
    }
  }

  boxes.sort((one, other) => one.rect.top - other.rect.top);
  const told = new Set();
  boxes.forEach((one, index) => {
    for (let next = index + 1; next < boxes.length; next += 1) {
      const other = boxes[next];
      if (other.rect.top >= one.rect.bottom - SLACK) break;
      const touching = one.isText && other.isText ? LEADING : SLACK;
      const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const down = Math.min(one.rect.bottom, other.rect.bottom) - other.rect.top;
      if (across <= SLACK || down <= touching) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const key = nameOf(one.element) + textOf(one.element) + nameOf(other.element) + textOf(other.element);
      if (told.has(key)) continue;
      told.add(key);
      report('overlaps', one.element, 'with ' + nameOf(other.element) + ' ' + JSON.stringify(textOf(other.element)) +
        ' by ' + Math.round(across) + ' x ' + Math.round(down));
    }
  });

  const scrolled = [scrollX, scrollY, root.scrollTop];
  for (const element of root.querySelectorAll(CONTROLS)) {
    if (isHidden(element) || element.getClientRects().length === 0) continue;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const [rect] = element.getClientRects();
    const x = rect.left + rect.width / 2;
    const y = rect.top + rect.height / 2;
    if (rect.left < -SLACK || rect.right > innerWidth + SLACK) { report('unreachable', element, 'outside'); continue; }
    const top = document.elementFromPoint(x, y);
    if (top && (element.contains(top) || top.closest('[popover]') || top.contains(element) && top.tagName === 'LABEL')) continue;
    report('unreachable', element, 'under ' + (top ? nameOf(top) : 'nothing'));
  }
  scrollTo(scrolled[0], scrolled[1]);
  root.scrollTop = scrolled[2];
  return [...new Set(problems)];
})()`;
