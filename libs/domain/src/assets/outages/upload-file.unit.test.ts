import { PLANT, uploadedFileSuite } from '@solano/domain/test/uploaded-file';
import { MemoryOutageUploadStore, MemoryPlantStore } from '@solano/memory';
import { uploadOutageFile } from './upload-file.ts';

uploadedFileSuite('outages', {
  uploads: (database) => new MemoryOutageUploadStore(database),
  upload(database, deps, { file, ...delivery }, reading) {
    const read = { ...reading, preview: [], period: null, total: 0, plants: [PLANT.name] };
    const ports = {
      ...deps,
      enabled: true,
      plants: new MemoryPlantStore(database),
      uploads: new MemoryOutageUploadStore(database),
      readFile: async () => ({ ...read, rows: { count: 0, fields: [] } }),
    };
    return uploadOutageFile(ports, { ...delivery, file: { ...file, mode: 'add' } });
  },
});
