import { useEffect, useRef, useState } from 'preact/hooks';
import { connection } from '../api/connection.ts';
import { language } from '../i18n/language.ts';
import { readSession, session } from '../session/session.ts';
import { SignIn } from '../session/sign-in.tsx';
import { linkTo, useRoute } from '../state/router.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { Messages } from '../ui/messages.tsx';
import { Loading } from '../ui/states.tsx';
import { Footer, Header, PrintHead } from './header.tsx';
import { pageOf } from './pages.ts';
import { t } from './texts.ts';
import { UnknownChoices } from './unknown-choices.tsx';

/** The application: the sign-in, or the header with the page that the address names. */
export function App() {
  const current = useStore(session);
  const reachable = useStore(connection);
  const [, setRound] = useState(0);
  useEffect(() => {
    if (current.state === 'unknown') void readSession();
  }, [current.state, reachable]);
  const redraw = () => setRound((round) => round + 1);
  return (
    <div class="app" key={language()}>
      <Button class="skip" onClick={() => document.querySelector<HTMLElement>('h1')?.focus()}>
        {t.skip}
      </Button>
      <Header />
      {reachable === 'unreachable' && (
        <p class="banner" role="alert">
          {t.unreachable}
        </p>
      )}
      <PrintHead />
      <main id="main">
        {current.state === 'unknown' && <Loading />}
        {current.state === 'out' && <SignIn reason={current.reason} />}
        {current.state === 'in' && <CurrentPage />}
      </main>
      <Footer onLanguage={redraw} />
      <Messages />
    </div>
  );
}

function CurrentPage() {
  const { path } = useRoute();
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
