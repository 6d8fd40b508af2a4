import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failure, Loading } from '../ui/states.tsx';

/** A component whose code is loaded when it is first shown. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [error, setError] = useState<unknown>();
    const [, setRound] = useState(0);
    useEffect(() => {
      if (loaded) return;
      load().then((component) => {
        loaded = component;
        setRound((round) => round + 1);
      }, setError);
    }, []);
    if (error !== undefined) return <Failure error={error} />;
    if (!loaded) return <Loading />;
    const Loaded = loaded;
    return <Loaded {...props} />;
  };
}
