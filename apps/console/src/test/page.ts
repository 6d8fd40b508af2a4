// Set-up file of the tests of components: the page that they are shown on.
import { configure } from '@testing-library/dom';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearCache } from '../api/cache.ts';
import { reportReachable } from '../api/connection.ts';
import { resumeQueries } from '../api/query.ts';
import { chooseDesk } from '../desk/desk.tsx';
import { setLanguage } from '../i18n/language.ts';
import { session } from '../session/session.ts';
import { notify } from '../ui/messages.tsx';
import { leave } from './visit.tsx';

configure({
  // No styles are loaded that could hide anything, and asking for them costs more than all else.
  defaultHidden: true,
  // A net for what never appears: a busy machine is slow.
  asyncUtilTimeout: 60_000,
  // The changes of an event are on the page before the next one.
  eventWrapper: (dispatch) => {
    let result: unknown;
    void act(() => {
      result = dispatch();
    });
    return result;
  },
});

// Functions that happy-dom lacks, or that draw nothing there.
HTMLElement.prototype.showPopover = () => {};
HTMLElement.prototype.hidePopover = () => {};

beforeEach(() => {
  session.set({
    state: 'in',
    customer: 'Ana',
    label: 'desk',
    scopes: ['read', 'prices', 'purchases', 'keys', 'webhooks', 'audit', 'operator'],
    expiresAt: Number.POSITIVE_INFINITY,
  });
});

afterEach(() => {
  leave();
  vi.useRealTimers();
  clearCache();
  notify({ text: '' });
  chooseDesk({ user: '', retailer: '' });
  localStorage.clear();
  sessionStorage.clear();
  resumeQueries();
  setLanguage('en');
  session.set({ state: 'unknown' });
  reportReachable();
  history.replaceState(null, '', '#/');
});
