-- CreateTable
CREATE TABLE "weather_series" (
    "id" SERIAL NOT NULL,
    "place" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "plant_id" UUID,
    "first_issued_at" TIMESTAMPTZ(3) NOT NULL,
    "last_issued_at" TIMESTAMPTZ(3) NOT NULL,
    "last_known_at" TIMESTAMPTZ(3) NOT NULL,
    "run_count" INTEGER NOT NULL,

    CONSTRAINT "weather_series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "weather_run" (
    "series_id" INTEGER NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "known_at" TIMESTAMPTZ(3) NOT NULL,
    "first_start" TIMESTAMPTZ(3) NOT NULL,
    "last_end" TIMESTAMPTZ(3) NOT NULL,
    "fields" BYTEA NOT NULL,

    CONSTRAINT "weather_run_pkey" PRIMARY KEY ("series_id","issued_at","known_at")
);

-- CreateIndex
CREATE INDEX "weather_series_plant_id_idx" ON "weather_series"("plant_id");

-- CreateIndex
CREATE UNIQUE INDEX "weather_series_place_source_key" ON "weather_series"("place", "source");

-- CreateIndex
CREATE INDEX "weather_run_series_id_last_end_idx" ON "weather_run"("series_id", "last_end");

-- AddForeignKey
ALTER TABLE "weather_series" ADD CONSTRAINT "weather_series_plant_id_fkey" FOREIGN KEY ("plant_id") REFERENCES "plant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "weather_run" ADD CONSTRAINT "weather_run_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "weather_series"("id") ON DELETE CASCADE ON UPDATE CASCADE;
