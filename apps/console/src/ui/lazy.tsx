import type { ComponentType } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { connection, reportUnreachable } from '../api/connection.ts';
import { afterPaint } from '../state/after-paint.ts';
import { PageFrame } from './page.tsx';
import { Failure, Loading } from './states.tsx';

const RELOADED_MS = 30_000;

/**
 * Returns a component whose code is loaded when it is first shown. If that fails, because the
 * service is unavailable or its release has other files, the page is loaded again, once. A page is
 * loaded and drawn after the next paint: a click is answered before what takes long.
 *
 * @param title the heading of a page until then.
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  title?: () => string,
): ComponentType<P> & { readonly preload: () => void } {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  const fetch = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
      },
      (reason: unknown) => {
        loading = undefined;
        throw reason;
      },
    );
    return loading;
  };
  function Lazy(props: P) {
    const [error, setError] = useState<unknown>();
    const [isReady, setReady] = useState(loaded !== undefined && title === undefined);
    const hadFocus = useRef(false);
    const show = () => {
      hadFocus.current = title !== undefined && document.activeElement?.tagName === 'H1';
      setReady(true);
    };
    useLayoutEffect(() => {
      if (isReady) return undefined;
      if (loaded) return afterPaint(show);
      let hasFailed = false;
      const start = () =>
        void fetch().then(show, (reason: unknown) => {
          hasFailed = true;
          setError(reason);
          reportUnreachable();
        });
      const giveUp = loading ? undefined : afterPaint(start);
      if (loading) start();
      // A browser remembers that a module could not be loaded.
      const unfollow = connection.follow((state) => {
        if (hasFailed && state === 'reachable' && !wasReloaded()) location.reload();
      });
      return () => {
        giveUp?.();
        unfollow();
      };
    }, []);
    // The heading of the page takes over the focus from that of its place.
    useLayoutEffect(() => {
      if (hadFocus.current) document.querySelector('h1')?.focus({ preventScroll: true });
    }, [isReady]);
    if (loaded && isReady) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    const state =
      error === undefined ? (
        <Loading />
      ) : (
        <Failure error={error} onRetry={() => location.reload()} />
      );
    return title ? <PageFrame title={title()}>{state}</PageFrame> : state;
  }
  // A failure here is retried, and reported, when the component is shown.
  const preload = () => void fetch().catch(() => {});
  return Object.assign(Lazy, { preload });
}

/** Whether the page was loaded again a moment ago: once more would not help. */
function wasReloaded(): boolean {
  return (
    performance.now() < RELOADED_MS &&
    performance
      .getEntriesByType('navigation')
      .some((each) => (each as PerformanceNavigationTiming).type === 'reload')
  );
}
