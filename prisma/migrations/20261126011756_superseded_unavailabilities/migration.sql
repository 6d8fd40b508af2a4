-- AlterTable
ALTER TABLE "unavailability" ADD COLUMN     "recorded_at" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "superseded_unavailability" (
    "number" SERIAL NOT NULL,
    "plant_id" UUID NOT NULL,
    "start_at" TIMESTAMPTZ(6) NOT NULL,
    "end_at" TIMESTAMPTZ(6) NOT NULL,
    "available_power_mw" DOUBLE PRECISION NOT NULL,
    "availability_type" TEXT NOT NULL,
    "recorded_at" TIMESTAMPTZ(6) NOT NULL,
    "superseded_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "superseded_unavailability_pkey" PRIMARY KEY ("number")
);

-- CreateIndex
CREATE INDEX "superseded_unavailability_plant_id_superseded_at_idx" ON "superseded_unavailability"("plant_id", "superseded_at");

-- AddForeignKey
ALTER TABLE "superseded_unavailability" ADD CONSTRAINT "superseded_unavailability_plant_id_fkey" FOREIGN KEY ("plant_id") REFERENCES "plant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What an unavailability said before a change or a removal. The rows of a plant that is removed leave
-- nothing: the plant is gone before them.
CREATE FUNCTION keep_superseded_unavailabilities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO superseded_unavailability (plant_id, start_at, end_at, available_power_mw,
            availability_type, recorded_at, superseded_at)
        SELECT s.plant_id, s.start_at, s.end_at, s.available_power_mw,
            s.availability_type, GREATEST(s.recorded_at, s.updated_at), n.updated_at
        FROM superseded s JOIN present n ON n.id = s.id JOIN plant p ON p.id = s.plant_id;
    ELSE
        INSERT INTO superseded_unavailability (plant_id, start_at, end_at, available_power_mw,
            availability_type, recorded_at, superseded_at)
        SELECT s.plant_id, s.start_at, s.end_at, s.available_power_mw,
            s.availability_type, GREATEST(s.recorded_at, s.updated_at), clock_timestamp()
        FROM superseded s JOIN plant p ON p.id = s.plant_id;
    END IF;
    RETURN NULL;
END;
$$;
CREATE TRIGGER keep_superseded_by_update AFTER UPDATE ON "unavailability"
    REFERENCING OLD TABLE AS superseded NEW TABLE AS present
    FOR EACH STATEMENT EXECUTE FUNCTION keep_superseded_unavailabilities();
CREATE TRIGGER keep_superseded_by_removal AFTER DELETE ON "unavailability"
    REFERENCING OLD TABLE AS superseded
    FOR EACH STATEMENT EXECUTE FUNCTION keep_superseded_unavailabilities();
