-- DropIndex
DROP INDEX "purchase_customer_id_idx";

-- AlterTable
-- Keys of before may do everything, as those may that a release of before issues beside this one.
ALTER TABLE "api_key" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "scopes" TEXT[] NOT NULL DEFAULT ARRAY['read', 'plants', 'purchases', 'uploads', 'prices']::TEXT[];

-- CreateTable
CREATE TABLE "submission_key" (
    "customer_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "purchase_id" UUID NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "submission_key_pkey" PRIMARY KEY ("customer_id","key")
);

-- CreateTable
CREATE TABLE "webhook" (
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "purchase_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL,
    "settled_at" TIMESTAMPTZ(3),
    "error" TEXT NOT NULL,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "customer_id" UUID,
    "subject" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "request_id" TEXT,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "submission_key_used_at_idx" ON "submission_key"("used_at");

-- CreateIndex
CREATE INDEX "webhook_customer_id_created_at_id_idx" ON "webhook"("customer_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_idx" ON "webhook_delivery"("webhook_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_purchase_id_idx" ON "webhook_delivery"("purchase_id");

-- CreateIndex
CREATE INDEX "audit_entry_at_id_idx" ON "audit_entry"("at", "id");

-- CreateIndex
CREATE INDEX "audit_entry_customer_id_at_id_idx" ON "audit_entry"("customer_id", "at", "id");

-- A user's purchases, newest first. By a hash: a name may be too long for an index.
CREATE INDEX "purchase_of_user_idx" ON "purchase"("customer_id", hashtextextended("user", 0), "created_at" DESC, "id" DESC);

-- What is still to be delivered, and what may be forgotten.
CREATE INDEX "webhook_delivery_pending_idx" ON "webhook_delivery"("created_at", "id") WHERE "status" = 'pending';
CREATE INDEX "webhook_delivery_settled_idx" ON "webhook_delivery"("settled_at") WHERE "status" <> 'pending';

-- AddForeignKey
ALTER TABLE "submission_key" ADD CONSTRAINT "submission_key_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission_key" ADD CONSTRAINT "submission_key_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever keeps keys in memory listens to this: the id of a key that has changed, or nothing for all keys.
CREATE FUNCTION tell_of_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('solano_keys', CASE TG_TABLE_NAME WHEN 'api_key' THEN OLD.id::text ELSE '' END);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_of_key AFTER DELETE OR UPDATE OF "customer_id", "digest", "scopes", "expires_at", "revoked_at"
  ON "api_key" FOR EACH ROW EXECUTE FUNCTION tell_of_key();
CREATE TRIGGER tell_of_key AFTER DELETE OR UPDATE ON "customer" FOR EACH ROW EXECUTE FUNCTION tell_of_key();
