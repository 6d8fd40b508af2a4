import { useEffect } from 'preact/hooks';
import { changeQuery, useParameter } from './router.ts';
import { Store } from './store.ts';

/** What the address names and its page does not know: values by parameter. */
export const unknownChoices = new Store<ReadonlyMap<string, string>>(new Map());

/** Reports a value of the address that the page does not know, while it is there. */
export function useUnknown(name: string, value: string | undefined): void {
  useEffect(() => {
    if (value === undefined) return undefined;
    unknownChoices.set(new Map([...unknownChoices.value, [name, value]]));
    return () =>
      unknownChoices.set(new Map([...unknownChoices.value].filter(([each]) => each !== name)));
  }, [name, value]);
}

/**
 * Returns what the address of the page names by a parameter, and a function that changes it. For a
 * value that is not among the known ones the usual one is returned; the empty one is not named.
 * @param known undefined while they are loading.
 */
export function useChoice<T extends string>(
  name: string,
  known: readonly T[] | undefined,
  usual: T,
): readonly [chosen: T, choose: (value: string) => void] {
  const named = useParameter(name);
  const found = known?.find((each) => each === named);
  const isUnknown = named !== undefined && known !== undefined && found === undefined;
  useUnknown(name, isUnknown ? named : undefined);
  const choose = (value: string) => changeQuery({ [name]: value === '' ? undefined : value });
  const chosen = known === undefined && named !== undefined ? (named as T) : (found ?? usual);
  return [chosen, choose];
}
