import { ApiError, BASE, send } from './client.ts';

/** Sends a request that the API's document does not describe yet. Throws as {@link dataOf} does. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  // Forms and files carry their own type.
  const isRaw = body instanceof FormData || body instanceof Blob;
  const response = await send(
    new Request(`${BASE}/api/v0/${path}`, {
      method,
      ...(body !== undefined && {
        body: isRaw ? body : JSON.stringify(body),
        ...(!isRaw && { headers: { 'Content-Type': 'application/json' } }),
      }),
    }),
  );
  const text = await response.text();
  const data: unknown = text === '' ? undefined : parsed(text);
  if (!response.ok) throw new ApiError(response.status, data);
  return data as T;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
