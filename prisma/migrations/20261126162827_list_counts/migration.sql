-- CreateTable
CREATE TABLE "list_count" (
    "customer_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,

    CONSTRAINT "list_count_pkey" PRIMARY KEY ("owner_id","list")
);

-- CreateIndex
CREATE INDEX "list_count_customer_id_idx" ON "list_count"("customer_id");

-- AddForeignKey
ALTER TABLE "list_count" ADD CONSTRAINT "list_count_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A count changes with each of its rows: its new version stays in the same page.
ALTER TABLE "list_count" SET (fillfactor = 50);

-- The rows that a customer has in a list; the list is the trigger's argument.
CREATE FUNCTION count_rows_of_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO list_count AS c (customer_id, owner_id, list, rows)
        SELECT customer_id, customer_id, TG_ARGV[0], count(*) FROM changed GROUP BY customer_id
        ON CONFLICT (owner_id, list) DO UPDATE SET rows = c.rows + EXCLUDED.rows;
    ELSE
        UPDATE list_count c SET rows = c.rows - o.rows
        FROM (SELECT customer_id, count(*) AS rows FROM changed GROUP BY customer_id) o
        WHERE c.owner_id = o.customer_id AND c.list = TG_ARGV[0];
    END IF;
    RETURN NULL;
END;
$$;

-- The unavailabilities of plants, after the customer's: whoever changes the customer's count may
-- change the plants' in any order.
CREATE FUNCTION count_unavailabilities_of_plant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO list_count AS c (customer_id, owner_id, list, rows)
        SELECT customer_id, plant_id, 'unavailabilities', count(*) FROM changed
        GROUP BY customer_id, plant_id
        ON CONFLICT (owner_id, list) DO UPDATE SET rows = c.rows + EXCLUDED.rows;
    ELSE
        UPDATE list_count c SET rows = c.rows - o.rows
        FROM (SELECT plant_id, count(*) AS rows FROM changed GROUP BY plant_id) o
        WHERE c.owner_id = o.plant_id AND c.list = 'unavailabilities';
    END IF;
    RETURN NULL;
END;
$$;

-- A record may be given another plant of its customer.
CREATE FUNCTION count_moved_unavailabilities() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM changed a JOIN was b ON b.id = a.id WHERE a.plant_id <> b.plant_id) THEN
        RETURN NULL;
    END IF;
    UPDATE list_count c SET rows = c.rows - o.rows
    FROM (SELECT plant_id, count(*) AS rows FROM was GROUP BY plant_id) o
    WHERE c.owner_id = o.plant_id AND c.list = 'unavailabilities';
    INSERT INTO list_count AS c (customer_id, owner_id, list, rows)
    SELECT customer_id, plant_id, 'unavailabilities', count(*) FROM changed
    GROUP BY customer_id, plant_id
    ON CONFLICT (owner_id, list) DO UPDATE SET rows = c.rows + EXCLUDED.rows;
    RETURN NULL;
END;
$$;

CREATE FUNCTION remove_counts_of_plant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM list_count c USING changed p WHERE c.owner_id = p.id;
    RETURN NULL;
END;
$$;

-- Triggers of one event run in the order of their names.
CREATE TRIGGER count_1_added AFTER INSERT ON "plant" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_customer('plants');
CREATE TRIGGER count_1_removed AFTER DELETE ON "plant" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_customer('plants');
CREATE TRIGGER count_2_removed AFTER DELETE ON "plant" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION remove_counts_of_plant();
CREATE TRIGGER count_1_added AFTER INSERT ON "outage_upload" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_customer('outage_uploads');
CREATE TRIGGER count_1_removed AFTER DELETE ON "outage_upload" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_customer('outage_uploads');
CREATE TRIGGER count_1_added AFTER INSERT ON "unavailability" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_customer('unavailabilities');
CREATE TRIGGER count_1_removed AFTER DELETE ON "unavailability" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_rows_of_customer('unavailabilities');
CREATE TRIGGER count_2_added AFTER INSERT ON "unavailability" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_unavailabilities_of_plant();
CREATE TRIGGER count_2_removed AFTER DELETE ON "unavailability" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_unavailabilities_of_plant();
CREATE TRIGGER count_moved AFTER UPDATE ON "unavailability"
    REFERENCING OLD TABLE AS was NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_moved_unavailabilities();

-- The triggers' locks keep writers out until this is committed with them.
INSERT INTO "list_count" ("customer_id", "owner_id", "list", "rows")
SELECT customer_id, customer_id, 'plants', count(*) FROM "plant" GROUP BY customer_id
UNION ALL
SELECT customer_id, customer_id, 'outage_uploads', count(*) FROM "outage_upload" GROUP BY customer_id
UNION ALL
SELECT customer_id, customer_id, 'unavailabilities', count(*) FROM "unavailability" GROUP BY customer_id
UNION ALL
SELECT customer_id, plant_id, 'unavailabilities', count(*) FROM "unavailability" GROUP BY customer_id, plant_id;
