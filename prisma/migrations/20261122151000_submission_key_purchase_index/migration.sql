-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "submission_key_purchase_id_idx" ON "submission_key"("purchase_id");
