-- CreateTable
CREATE TABLE "outage_upload" (
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,
    "plant_names" TEXT[] NOT NULL,
    "uploaded_at" TIMESTAMPTZ(3) NOT NULL,
    "uploaded_by" TEXT NOT NULL,

    CONSTRAINT "outage_upload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outage_upload_row" (
    "upload_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "plant_id" UUID NOT NULL,
    "start_at" TIMESTAMPTZ(6) NOT NULL,
    "end_at" TIMESTAMPTZ(6) NOT NULL,
    "availability_type" TEXT NOT NULL,

    CONSTRAINT "outage_upload_row_pkey" PRIMARY KEY ("upload_id","id")
);

-- CreateTable
CREATE TABLE "outage_upload_previous" (
    "upload_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "plant_id" UUID NOT NULL,
    "start_at" TIMESTAMPTZ(6) NOT NULL,
    "end_at" TIMESTAMPTZ(6) NOT NULL,
    "available_power_mw" DOUBLE PRECISION NOT NULL,
    "availability_type" TEXT NOT NULL,
    "observations" TEXT NOT NULL,
    "source_unit" TEXT,
    "source_value" DOUBLE PRECISION,
    "timezone_source" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outage_upload_previous_pkey" PRIMARY KEY ("upload_id","id")
);

-- CreateIndex
CREATE INDEX "outage_upload_customer_id_uploaded_at_id_idx" ON "outage_upload"("customer_id", "uploaded_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "outage_upload_customer_id_digest_key" ON "outage_upload"("customer_id", "digest");

-- AddForeignKey
ALTER TABLE "outage_upload" ADD CONSTRAINT "outage_upload_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outage_upload_row" ADD CONSTRAINT "outage_upload_row_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "outage_upload"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outage_upload_previous" ADD CONSTRAINT "outage_upload_previous_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "outage_upload"("id") ON DELETE CASCADE ON UPDATE CASCADE;
