import type { RequestHandler } from 'express';

/** Rejects the methods that a path of nothing but GET does not have. */
export const onlyGet: RequestHandler = (req, res) => {
  res.set('Allow', 'GET, HEAD');
  res.status(405).json({ detail: `Method "${req.method}" not allowed.` });
};
