-- What an unavailability said counts until the time that the service gives the change of a transaction,
-- or by the clock of the database where it gives none, and never until before it was recorded.
CREATE OR REPLACE FUNCTION keep_superseded_unavailabilities() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed_at timestamptz := COALESCE(
        NULLIF(current_setting('solano.changed_at', true), '')::timestamptz, clock_timestamp());
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO superseded_unavailability (plant_id, start_at, end_at, available_power_mw,
            availability_type, recorded_at, superseded_at)
        SELECT s.plant_id, s.start_at, s.end_at, s.available_power_mw, s.availability_type,
            GREATEST(s.recorded_at, s.updated_at), GREATEST(n.recorded_at, n.updated_at)
        FROM superseded s JOIN present n ON n.id = s.id JOIN plant p ON p.id = s.plant_id;
    ELSE
        INSERT INTO superseded_unavailability (plant_id, start_at, end_at, available_power_mw,
            availability_type, recorded_at, superseded_at)
        SELECT s.plant_id, s.start_at, s.end_at, s.available_power_mw, s.availability_type,
            GREATEST(s.recorded_at, s.updated_at),
            GREATEST(s.recorded_at, s.updated_at, changed_at)
        FROM superseded s JOIN plant p ON p.id = s.plant_id;
    END IF;
    RETURN NULL;
END;
$$;
