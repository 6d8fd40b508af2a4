import { requireTelemetryUploads, uploadTelemetry } from '@solano/domain/energy';
import type { Caller } from '@solano/domain/service';
import { TelemetryForm } from '@solano/schemas';
import { receiveForm } from '../body/upload-form.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { readFields } from '../endpoint/input.ts';
import { json } from '../http/response.ts';
import { fileReader, type MeasurementRoutesDeps } from './measurement-files.ts';
import { TELEMETRY } from './telemetry-document.ts';

export interface TelemetryRoutesDeps extends MeasurementRoutesDeps {
  /** Where objects are: the bucket, empty for a folder, and the prefix of their keys in it. */
  readonly objectLocation: { readonly bucket: string; readonly prefix: string };
}

/** `POST /api/v0/telemetry/upload`: measured power of a plant as its monitoring sends it. */
export function telemetryEndpoint(deps: TelemetryRoutesDeps): Endpoint {
  const post = operation({
    scopes: ['uploads'],
    receive(req, res, caller: Caller) {
      requireTelemetryUploads(caller.customer);
      return receiveForm(deps.seriesBodies, req, res, caller);
    },
    async handle({ caller, body, request, inTurn }) {
      const form = { ...Object.fromEntries(body.fields), file: body.file };
      const { plant_id: plantName, file, force = false } = readFields(TelemetryForm, form);
      const sent = { plantName, content: file.content, force };
      const { customer } = caller;
      const source = auditSource({ caller, request });
      const ports = { ...deps, readFile: fileReader(deps, caller) };
      const { key, rows, replaced } = await inTurn(deps.seriesQueue, customer.id, () =>
        uploadTelemetry(ports, { source, customer, file: sent }),
      );
      const { bucket, prefix } = deps.objectLocation;
      const message = `Telemetry CSV stored: ${rows} ${rows === 1 ? 'row' : 'rows'}.`;
      const stored = { ok: true, bucket, key: `${prefix}${key}`, message, rows, replaced };
      return json(stored, { status: 201 });
    },
    metadata: TELEMETRY,
  });
  return endpoint({ paths: ['/api/v0/telemetry/upload'], methods: { post } });
}
