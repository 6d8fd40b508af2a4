-- AlterTable
ALTER TABLE "webhook" ADD COLUMN     "previous_secret" TEXT,
ADD COLUMN     "previous_secret_until" TIMESTAMPTZ(3);

-- DropIndex
DROP INDEX "webhook_delivery_webhook_id_idx";

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_created_at_id_idx" ON "webhook_delivery"("webhook_id", "created_at", "id");
