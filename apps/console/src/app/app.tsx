import { useEffect, useRef } from 'preact/hooks';
import { connection, lastResponseAt } from '../api/connection.ts';
import { formatClock } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { readSession, session } from '../session/session.ts';
import { SignIn } from '../session/sign-in.tsx';
import { linkTo, usePath } from '../state/router.ts';
import { useStore } from '../state/store.ts';
import { unfinished } from '../state/unfinished.ts';
import { Button } from '../ui/button.tsx';
import { Messages } from '../ui/messages.tsx';
import { PageFrame } from '../ui/page.tsx';
import { Loading } from '../ui/states.tsx';
import { Footer, Header, PrintHead } from './header.tsx';
import { pageOf } from './pages.ts';
import { t } from './texts.ts';
import { UnknownChoices } from './unknown-choices.tsx';

/** The application: the sign-in, or the header with the page that the address names. */
export function App() {
  const current = useStore(session);
  const reachable = useStore(connection);
  const path = usePath();
  // After a lost session: its page may have what was typed.
  const isKept = current.state !== 'in' && current.customer !== undefined;
  useEffect(() => {
    if (current.state === 'unknown') void readSession();
  }, [current.state, reachable]);
  return (
    <div class="app">
      <Button class="skip" onClick={() => document.querySelector<HTMLElement>('h1')?.focus()}>
        {t.skip}
      </Button>
      <Header />
      {reachable === 'unreachable' && (
        <p class="banner" role="alert">
          {fill(t.unreachable, { time: formatClock(lastResponseAt()) })}
        </p>
      )}
      <PrintHead />
      <Unfinished />
      <main id="main">
        {current.state === 'unknown' && (
          <PageFrame title={titleOf(path)}>
            <Loading />
          </PageFrame>
        )}
        {current.state === 'out' && <SignIn reason={current.reason} isOver={isKept} />}
        {(current.state === 'in' || isKept) && (
          <div key={current.customer} hidden={current.state !== 'in'}>
            <CurrentPage path={path} />
          </div>
        )}
      </main>
      <Footer />
      <Messages />
    </div>
  );
}

/** Says what was being sent when the page was loaded again, until that is read. */
function Unfinished() {
  const what = useStore(unfinished);
  if (what === undefined) return null;
  return (
    <p class="banner" role="alert">
      {fill(t.unfinished, { what })}{' '}
      <Button onClick={() => unfinished.set(undefined)}>{t.understood}</Button>
    </p>
  );
}

function titleOf(path: readonly string[]): string {
  return pageOf(path)?.title() ?? t.notFound;
}

function CurrentPage({ path }: { readonly path: readonly string[] }) {
  const page = pageOf(path);
  useHeadingFocus(path.join('/'));
  useEffect(() => {
    document.title = page ? `${page.title()} – Solano` : 'Solano';
  }, [page]);
  if (!page)
    return (
      <>
        <h1 tabIndex={-1}>{t.notFound}</h1>
        <a href={linkTo([])}>{t.toDesk}</a>
      </>
    );
  const { Component } = page;
  return (
    <>
      <UnknownChoices />
      <Component key={page.name} path={path.slice(1)} />
    </>
  );
}

/** Another page is read out from its heading, as after loading a document. */
function useHeadingFocus(address: string): void {
  const before = useRef(address);
  useEffect(() => {
    if (before.current === address) return;
    before.current = address;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [address]);
}
