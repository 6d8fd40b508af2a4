import { expect, test } from 'vitest';
import { Store } from './store.ts';

test('A store notifies its listeners of each change, and of nothing else', () => {
  const store = new Store('a');
  const heard: string[] = [];
  const unfollow = store.follow((value) => heard.push(value));
  store.set('b');
  store.set('b');
  store.set('a');
  unfollow();
  store.set('c');
  expect(heard).toEqual(['b', 'a']);
  expect(store.value).toBe('c');
});

test('A listener reads the new value from the store, and may unsubscribe itself', () => {
  const store = new Store(1);
  const heard: number[] = [];
  const unfollow = store.follow(() => {
    heard.push(store.value);
    unfollow();
  });
  store.set(2);
  store.set(3);
  expect(heard).toEqual([2]);
});
