-- CreateTable
CREATE TABLE "plant" (
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "lat" DECIMAL(10,7) NOT NULL,
    "lon" DECIMAL(10,7) NOT NULL,
    "installed_capacity_mw" DECIMAL(12,3) NOT NULL,
    "nominal_capacity_mw" DECIMAL(12,3) NOT NULL,
    "area" TEXT NOT NULL,
    "technology_type" TEXT NOT NULL,
    "last_training_cnn_at" TEXT NOT NULL,
    "last_training_trees_at" TEXT NOT NULL,
    "agrupation" TEXT NOT NULL,
    "customer_display_name" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "plant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "unavailability" (
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

    CONSTRAINT "unavailability_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "plant_customer_id_name_key" ON "plant"("customer_id", "name");

-- CreateIndex
CREATE INDEX "unavailability_customer_id_start_at_id_idx" ON "unavailability"("customer_id", "start_at", "id");

-- CreateIndex
CREATE INDEX "unavailability_plant_id_start_at_id_idx" ON "unavailability"("plant_id", "start_at", "id");

-- AddForeignKey
ALTER TABLE "plant" ADD CONSTRAINT "plant_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "unavailability" ADD CONSTRAINT "unavailability_plant_id_fkey" FOREIGN KEY ("plant_id") REFERENCES "plant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Prisma's schema has no words for what follows.

-- Names are compared at the end of a statement, so that plants may exchange theirs.
ALTER TABLE "plant" ADD CONSTRAINT "plant_customer_id_name_key" UNIQUE USING INDEX "plant_customer_id_name_key" DEFERRABLE INITIALLY IMMEDIATE;
