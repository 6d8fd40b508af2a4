export const DECISION = {
  idmodel: 3,
  note: 'as agreed',
  decided_at: '2026-11-21T10:05:00.000Z',
  decided_by: 'key 5f1f8d1f2b11',
};

export const HISTORY = [
  { type: 'status', at: '2026-11-21T10:00:00.000Z', status: 'pending', source: 'submission' },
  { type: 'status', at: '2026-11-21T10:00:02.000Z', status: 'completed', source: 'workflow' },
  {
    type: 'decision',
    at: DECISION.decided_at,
    idmodel: 3,
    note: DECISION.note,
    decided_by: DECISION.decided_by,
  },
];
