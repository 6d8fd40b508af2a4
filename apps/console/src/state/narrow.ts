import { useEffect, useState } from 'preact/hooks';

/** Below this width the cards of a page stand in one column. Paper has columns of its own. */
const NARROW = 'screen and (max-width: 66rem)';

/** Whether all cards of a page stand below each other. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const update = () => setNarrow(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return isNarrow;
}
