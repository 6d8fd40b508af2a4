-- CreateIndex: the hashes as in "purchase_of_retailer_idx".
CREATE INDEX CONCURRENTLY IF NOT EXISTS "purchase_of_delivery_idx" ON "purchase"("customer_id", hashtextextended("user", 0), hashtextextended(retailer, 0), "delivers_to", "delivers_from");
