import { uploadsOf } from '@solano/domain/service';
import { PLANT, uploadedFileSuite } from '@solano/domain/test/uploaded-file';
import { MemoryFileUploadStore, MemoryMeasurementStore, MemoryPlantStore } from '@solano/memory';
import { type MeasurementTarget, uploadMeasurements } from './upload.ts';

const TARGETS: readonly MeasurementTarget[] = [
  { kind: 'production' },
  { kind: 'consumption', user: 'ana', retailer: 'acme' },
];

for (const target of TARGETS) {
  uploadedFileSuite(target.kind, {
    uploads: (database) => uploadsOf(new MemoryFileUploadStore(database), target),
    upload(database, deps, delivery, reading) {
      const runs = [{ start: 0, step: 15, microMw: [1] }] as const;
      const ports = {
        ...deps,
        plants: new MemoryPlantStore(database),
        measurements: new MemoryMeasurementStore(database),
        fileUploads: new MemoryFileUploadStore(database),
        readFile: async () => {
          const series = [{ name: PLANT.name, runs }];
          return { ...reading, preview: [], total: 1, warnings: [], series };
        },
      };
      return uploadMeasurements(ports, { ...delivery, target });
    },
  });
}
