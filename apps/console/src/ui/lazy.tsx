import type { ComponentType } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { connection, reportUnreachable } from '../api/connection.ts';
import { PageFrame } from './page.tsx';
import { Failure, Loading } from './states.tsx';

/**
 * Returns a component whose code is loaded when it is first shown. If that fails, because the
 * service is unavailable or its release has other files, the page is loaded again.
 *
 * @param title the heading of a page until then.
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  title?: () => string,
): ComponentType<P> & { readonly preload: () => void } {
  let loaded: ComponentType<P> | undefined;
  const fetch = async () => {
    loaded = await load();
  };
  function Lazy(props: P) {
    const [error, setError] = useState<unknown>();
    const [, setRound] = useState(0);
    useLayoutEffect(() => {
      if (loaded) return undefined;
      let hasFailed = false;
      fetch().then(
        () => setRound((round) => round + 1),
        (reason: unknown) => {
          hasFailed = true;
          setError(reason);
          reportUnreachable();
        },
      );
      // A browser remembers that a module could not be loaded.
      return connection.follow((state) => {
        if (hasFailed && state === 'reachable') location.reload();
      });
    }, []);
    if (loaded) {
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
