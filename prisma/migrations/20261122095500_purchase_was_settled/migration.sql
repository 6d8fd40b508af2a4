-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "was_settled" BOOLEAN NOT NULL DEFAULT false;

-- Whether somebody has settled it since an operator last asked for another run.
UPDATE "purchase" p SET "was_settled" = true
WHERE EXISTS (
  SELECT FROM "purchase_status_change" s
  WHERE s."purchase_id" = p."id" AND s."status" IN ('completed', 'failed')
    AND NOT EXISTS (
      SELECT FROM "purchase_status_change" o
      WHERE o."purchase_id" = p."id" AND o."source" = 'operator' AND o."sequence" > s."sequence"
    )
);
