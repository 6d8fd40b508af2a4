-- CreateIndex
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_entry_seal_id_idx" ON "audit_entry"("seal", "id");
