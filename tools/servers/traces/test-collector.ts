import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** In ns since the epoch. */
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code: number };
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
}

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: OtlpSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A span that a collector was sent. */
export interface CollectedSpan extends Omit<OtlpSpan, 'attributes'> {
  /** The name of the process. */
  readonly service: unknown;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Stands in for an OpenTelemetry collector: keeps what it is sent by OTLP over HTTP as JSON. */
export async function openCollector() {
  const payloads: string[] = [];
  const spans: CollectedSpan[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      if (req.url === '/v1/traces') {
        payloads.push(text);
        spans.push(...spansIn(JSON.parse(text) as OtlpBody));
      }
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The bodies as they came. */
    payloads,
    spans,
    /** The spans of a trace so far. */
    of: (traceId: string) => spans.filter((span) => span.traceId === traceId),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function spansIn({ resourceSpans }: OtlpBody): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = recordOf(resource.attributes)['service.name'];
    return scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({ ...span, service, attributes: recordOf(span.attributes) })),
    );
  });
}

function recordOf(attributes: OtlpSpan['attributes']): Record<string, unknown> {
  const entries = attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}
