-- CreateTable
CREATE TABLE "customer" (
    "id" UUID NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "folder" TEXT,
    "permissions" TEXT[],

    CONSTRAINT "customer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "customer_id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "purchase" (
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "user" TEXT NOT NULL,
    "retailer" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "error" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "purchase_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "purchase_series" (
    "purchase_id" UUID NOT NULL,
    "json" TEXT NOT NULL,

    CONSTRAINT "purchase_series_pkey" PRIMARY KEY ("purchase_id")
);

-- CreateTable
CREATE TABLE "purchase_output" (
    "purchase_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "idmodel" DOUBLE PRECISION NOT NULL,
    "json" TEXT NOT NULL,

    CONSTRAINT "purchase_output_pkey" PRIMARY KEY ("purchase_id","position")
);

-- CreateTable
CREATE TABLE "purchase_status_change" (
    "purchase_id" UUID NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "status" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT NOT NULL,

    CONSTRAINT "purchase_status_change_pkey" PRIMARY KEY ("purchase_id","sequence")
);

-- CreateTable
CREATE TABLE "strategy_setting" (
    "customer_id" UUID NOT NULL,
    "user" TEXT NOT NULL,
    "retailer" TEXT NOT NULL,
    "settings" JSON NOT NULL,

    CONSTRAINT "strategy_setting_pkey" PRIMARY KEY ("customer_id","user","retailer")
);

-- CreateTable
CREATE TABLE "price_prediction" (
    "market" TEXT NOT NULL,
    "generated_at" TIMESTAMPTZ(3) NOT NULL,
    "step_minutes" INTEGER NOT NULL,
    "first" TIMESTAMPTZ(3),
    "last" TIMESTAMPTZ(3),
    "ends" TIMESTAMPTZ(3)[],
    "prices" DECIMAL(12,3)[],

    CONSTRAINT "price_prediction_pkey" PRIMARY KEY ("market","generated_at")
);

-- CreateTable
CREATE TABLE "realised_price" (
    "market" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "version" INTEGER NOT NULL,
    "step_minutes" INTEGER NOT NULL,
    "ends" TIMESTAMPTZ(3)[],
    "prices" DECIMAL(12,3)[],

    CONSTRAINT "realised_price_pkey" PRIMARY KEY ("market","date")
);

-- CreateIndex
CREATE UNIQUE INDEX "customer_name_key" ON "customer"("name");

-- CreateIndex
CREATE INDEX "api_key_customer_id_created_at_id_idx" ON "api_key"("customer_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "purchase_customer_id_idx" ON "purchase"("customer_id");

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchase_series" ADD CONSTRAINT "purchase_series_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchase_output" ADD CONSTRAINT "purchase_output_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchase_status_change" ADD CONSTRAINT "purchase_status_change_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "strategy_setting" ADD CONSTRAINT "strategy_setting_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Prisma's schema has no words for what follows.

-- CreateIndex: what is still to be handed to the workflow engine, in the order of creation.
CREATE INDEX "purchase_unsettled_idx" ON "purchase"("created_at", "id") WHERE "status" IN ('pending', 'in_progress');

-- lz4 writes and reads large texts several times faster, but not every PostgreSQL is built with it.
DO $$
BEGIN
    ALTER TABLE "purchase_series" ALTER COLUMN "json" SET COMPRESSION lz4;
    ALTER TABLE "purchase_output" ALTER COLUMN "json" SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
    NULL;
END
$$;
