import { objectStoreContract } from '@solano/domain/contracts';
import { MemoryObjectStore, type StoredObjects } from '../src/objects/object-store.ts';

objectStoreContract('memory', async () => {
  const objects: StoredObjects = new Map();
  const clock = () => new Date();
  const store = new MemoryObjectStore(clock, objects);
  return {
    store,
    reopen: async () => new MemoryObjectStore(clock, objects),
    async setModified(key, modifiedAt) {
      const stored = objects.get(key);
      if (stored) objects.set(key, { ...stored, info: { ...stored.info, modifiedAt } });
    },
    place: (key, content) => store.put(key, content, 'text/csv'),
    [Symbol.asyncDispose]: async () => {},
  };
});
