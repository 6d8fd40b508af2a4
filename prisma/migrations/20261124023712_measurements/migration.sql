-- CreateTable
CREATE TABLE "measured_series" (
    "id" SERIAL NOT NULL,
    "customer_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "plant_id" UUID,
    "user" TEXT,
    "retailer" TEXT,
    "portfolio" TEXT,
    "group" TEXT,
    "first_start" TIMESTAMPTZ(3) NOT NULL,
    "last_end" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3)[] NOT NULL,

    CONSTRAINT "measured_series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "measured_day" (
    "series_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "runs" BYTEA NOT NULL,

    CONSTRAINT "measured_day_pkey" PRIMARY KEY ("series_id","day")
);

-- The encoding of runs leaves nothing to compress.
ALTER TABLE "measured_day" ALTER COLUMN "runs" SET STORAGE EXTERNAL;

-- CreateTable
CREATE TABLE "measurement_upload" (
    "id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "customer_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "user" TEXT,
    "retailer" TEXT,
    "file_name" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,
    "series" TEXT[] NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "uploaded_at" TIMESTAMPTZ(3) NOT NULL,
    "uploaded_by" TEXT NOT NULL,
    "taken_back_at" TIMESTAMPTZ(3),

    CONSTRAINT "measurement_upload_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "measured_series_customer_id_portfolio_idx" ON "measured_series"("customer_id", "portfolio");

-- CreateIndex
CREATE INDEX "measured_series_plant_id_idx" ON "measured_series"("plant_id");

-- CreateIndex
CREATE UNIQUE INDEX "measured_series_customer_id_key_key" ON "measured_series"("customer_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "measurement_upload_number_key" ON "measurement_upload"("number");

-- CreateIndex
CREATE INDEX "measurement_upload_customer_id_uploaded_at_id_idx" ON "measurement_upload"("customer_id", "uploaded_at", "id");

-- AddForeignKey
ALTER TABLE "measured_series" ADD CONSTRAINT "measured_series_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "measured_series" ADD CONSTRAINT "measured_series_plant_id_fkey" FOREIGN KEY ("plant_id") REFERENCES "plant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "measured_day" ADD CONSTRAINT "measured_day_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "measured_series"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "measurement_upload" ADD CONSTRAINT "measurement_upload_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The same file counts once, unless it was taken back.
CREATE UNIQUE INDEX "measurement_upload_digest_idx" ON "measurement_upload"("customer_id", "digest") WHERE "taken_back_at" IS NULL;

-- What was taken back, by which runs are read.
CREATE INDEX "measurement_upload_taken_back_idx" ON "measurement_upload"("customer_id") WHERE "taken_back_at" IS NOT NULL;
