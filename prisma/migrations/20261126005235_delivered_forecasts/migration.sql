-- AlterTable
ALTER TABLE "measured_series" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "delivered_forecast" (
    "plant_id" UUID NOT NULL,
    "versions" INTEGER NOT NULL DEFAULT 0,
    "known_at" TIMESTAMPTZ(3)[],

    CONSTRAINT "delivered_forecast_pkey" PRIMARY KEY ("plant_id")
);

-- CreateTable
CREATE TABLE "forecast_version" (
    "file" TEXT NOT NULL,
    "plant_id" UUID NOT NULL,
    "known_at" TIMESTAMPTZ(3) NOT NULL,
    "first_start" TIMESTAMPTZ(3),
    "last_end" TIMESTAMPTZ(3),
    "runs" BYTEA NOT NULL,

    CONSTRAINT "forecast_version_pkey" PRIMARY KEY ("file","plant_id")
);

-- CreateIndex
CREATE INDEX "forecast_version_plant_id_known_at_idx" ON "forecast_version"("plant_id", "known_at");

-- AddForeignKey
ALTER TABLE "delivered_forecast" ADD CONSTRAINT "delivered_forecast_plant_id_fkey" FOREIGN KEY ("plant_id") REFERENCES "plant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "forecast_version" ADD CONSTRAINT "forecast_version_plant_id_fkey" FOREIGN KEY ("plant_id") REFERENCES "delivered_forecast"("plant_id") ON DELETE CASCADE ON UPDATE CASCADE;
