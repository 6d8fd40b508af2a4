-- CreateTable
CREATE TABLE "own_forecast" (
    "plant_id" UUID NOT NULL,
    "known_at" TIMESTAMPTZ(3) NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "weather_source" TEXT,
    "weather_issued_at" TIMESTAMPTZ(3),
    "first_start" TIMESTAMPTZ(3) NOT NULL,
    "last_end" TIMESTAMPTZ(3) NOT NULL,
    "installed_micro_mw" BIGINT NOT NULL,
    "shares" BYTEA NOT NULL,
    "day" DATE NOT NULL,
    "is_day_ahead" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "own_forecast_pkey" PRIMARY KEY ("plant_id","known_at")
);

-- CreateTable
CREATE TABLE "plant_model" (
    "plant_id" UUID NOT NULL,
    "learned_at" TIMESTAMPTZ(3) NOT NULL,
    "model" BYTEA,
    "trace" TEXT NOT NULL,

    CONSTRAINT "plant_model_pkey" PRIMARY KEY ("plant_id")
);

-- CreateTable
CREATE TABLE "forecast_publication" (
    "plant_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "written" TEXT[],

    CONSTRAINT "forecast_publication_pkey" PRIMARY KEY ("plant_id")
);

-- CreateIndex
CREATE INDEX "own_forecast_is_day_ahead_made_at_idx" ON "own_forecast"("is_day_ahead", "made_at");

-- AddForeignKey
ALTER TABLE "own_forecast" ADD CONSTRAINT "own_forecast_plant_id_fkey" FOREIGN KEY ("plant_id") REFERENCES "plant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plant_model" ADD CONSTRAINT "plant_model_plant_id_fkey" FOREIGN KEY ("plant_id") REFERENCES "plant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "forecast_publication" ADD CONSTRAINT "forecast_publication_plant_id_fkey" FOREIGN KEY ("plant_id") REFERENCES "plant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
