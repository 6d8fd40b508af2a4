import { all, aPlant, SOURCE } from '@solano/domain/contracts';
import { because, fileProblem, SolanoError } from '@solano/domain/kernel';
import {
  type Customer,
  type FileDelivery,
  type FileOutcome,
  type FileReading,
  openUpload,
  type RecordedFile,
  type SentFile,
  takeBackUpload,
  type UploadDeps,
  type UploadKind,
  type Uploads,
} from '@solano/domain/service';
import { MemoryDatabase, MemoryObjectStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { digest } from './digest.ts';

const SENT = new Date('2026-11-24T10:00:00Z');
const STORED = new Date('2026-11-24T10:00:40Z');
const CUSTOMER: Customer = {
  id: crypto.randomUUID(),
  name: 'ACME',
  folder: 'acme',
  permissions: [],
};
const FILE = {
  name: 'marzo.csv',
  content: Buffer.from('a;b\n'),
  digest: 'd',
  isDryRun: false,
  options: {},
};
const PROBLEM = fileProblem(2, because('unknown_plant'));
const NONE: FileReading['problems'] = [];
/** The plant that the customer has. */
export const PLANT = aPlant(CUSTOMER.id);

/** One kind of file, over stores in memory. */
interface KindOfFile {
  uploads(database: MemoryDatabase): Uploads;
  /** @param reading what the file is read as, besides the values of the kind. */
  upload(
    database: MemoryDatabase,
    deps: UploadDeps,
    delivery: FileDelivery<SentFile<object>>,
    reading: FileReading,
  ): Promise<FileOutcome<FileReading, RecordedFile>>;
}

/** A customer who uploads files; storing one takes 40 seconds. */
function worldOf(kind: KindOfFile, failure?: SolanoError) {
  const database = new MemoryDatabase();
  database.customers.set(CUSTOMER.id, CUSTOMER);
  database.plants.set(PLANT.id, PLANT);
  const stored = new MemoryObjectStore();
  const keys: string[] = [];
  let now = SENT;
  const deps: UploadDeps = {
    objects: {
      async put(key, ...content) {
        if (failure) throw failure;
        await stored.put(key, ...content);
        keys.push(key);
        now = STORED;
      },
    },
    clock: () => now,
    newId: () => crypto.randomUUID(),
    digest,
  };
  const uploads = kind.uploads(database);
  return {
    deps,
    uploads,
    stored,
    keys,
    audit: database.audit,
    count: () => uploads.count(CUSTOMER.id),
    upload: (file: Partial<SentFile<object>> = {}, { customer = CUSTOMER, problems = NONE } = {}) =>
      kind.upload(
        database,
        deps,
        { source: SOURCE, customer, file: { ...FILE, ...file } },
        { understood: null, problems },
      ),
  };
}

function recordedOf(outcome: FileOutcome<FileReading, RecordedFile>): RecordedFile {
  if (outcome.kind !== 'recorded') throw new Error(`The file was ${outcome.kind}.`);
  return outcome.upload;
}

/** What every kind of file does. */
export function uploadedFileSuite(name: UploadKind, kind: KindOfFile): void {
  describe(`an uploaded file of ${name}`, () => {
    test('an uploaded file is stored as it was received, then recorded, and counts since then', async () => {
      const { upload, uploads, stored, keys, audit } = worldOf(kind);
      const recorded = recordedOf(await upload());
      expect(recorded).toMatchObject({
        fileName: 'marzo.csv',
        key: keys[0],
        uploadedAt: STORED,
        by: SOURCE.actor,
      });
      const { id } = recorded;
      expect(audit).toMatchObject([{ action: `${name}.upload`, subject: id, at: STORED }]);
      const { file, upload: found } = await openUpload(stored, uploads, CUSTOMER.id, id);
      expect(found).toEqual(recorded);
      expect(Buffer.concat(await all(file.content))).toEqual(FILE.content);
    });

    test('an uploaded file is only read where it is a dry run or has problems', async () => {
      const { upload, keys, count } = worldOf(kind);
      expect(await upload({ isDryRun: true })).toMatchObject({ kind: 'read' });
      expect(await upload({}, { problems: [PROBLEM] })).toMatchObject({
        kind: 'read',
        reading: { problems: [PROBLEM] },
      });
      expect([keys, await count()]).toEqual([[], 0]);
    });

    test('an uploaded file that came before is answered with the first, unless other things are said of it', async () => {
      const { upload, keys, count } = worldOf(kind);
      const first = recordedOf(await upload());
      expect(await upload({ name: 'abril.csv' })).toEqual({ kind: 'repeated', upload: first });
      expect([keys.length, await count()]).toEqual([1, 1]);
      expect(await upload({ options: { zone: 'UTC' } })).toMatchObject({ kind: 'recorded' });
      expect(await upload({ digest: 'e' })).toMatchObject({ kind: 'recorded' });
    });

    test('an uploaded file that is taken back is not seen, and may come again', async () => {
      const { deps, upload, uploads, count } = worldOf(kind);
      const { id } = recordedOf(await upload());
      const takeBack = () =>
        takeBackUpload(deps, name, uploads, { source: SOURCE, customerId: CUSTOMER.id, id });
      expect(await takeBack()).toEqual([]);
      expect(await count()).toBe(0);
      await expect(takeBack()).rejects.toMatchObject({ code: 'not_found' });
      expect(await upload()).toMatchObject({ kind: 'recorded' });
    });

    test('an uploaded file that cannot be stored, or has no folder, records nothing', async () => {
      const away = new SolanoError('objects_unavailable', 'gone');
      const { upload, count } = worldOf(kind, away);
      await expect(upload()).rejects.toMatchObject({ code: 'upload_failed', cause: away });
      const off = upload({}, { customer: { ...CUSTOMER, folder: null } });
      await expect(off).rejects.toMatchObject({ code: 'uploads_off' });
      expect(await count()).toBe(0);
    });
  });
}
