/** What the server sets in the examples of the document. */
export const TIMESTAMPS = {
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
};
