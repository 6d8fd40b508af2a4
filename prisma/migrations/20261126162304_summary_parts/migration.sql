-- CreateTable
CREATE TABLE "summary_part" (
    "purchase_id" UUID NOT NULL,
    "shape" TEXT NOT NULL,
    "expected" TEXT[],
    "expected_mwh" DECIMAL[],
    "expected_cost" DECIMAL[],
    "expected_saved" DECIMAL[],
    "realised" TEXT[],
    "realised_mwh" DECIMAL[],
    "realised_cost" DECIMAL[],
    "realised_saved" DECIMAL[],
    "executed" TEXT,
    "recheck_at" TIMESTAMPTZ(3),

    CONSTRAINT "summary_part_pkey" PRIMARY KEY ("purchase_id")
);

-- CreateTable
CREATE TABLE "stale_summary_part" (
    "id" BIGSERIAL NOT NULL,
    "customer_id" UUID NOT NULL,
    "purchase_id" UUID NOT NULL,

    CONSTRAINT "stale_summary_part_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "summary_part_recheck_at_idx" ON "summary_part"("recheck_at");

-- CreateIndex
CREATE INDEX "stale_summary_part_customer_id_id_idx" ON "stale_summary_part"("customer_id", "id");

-- CreateIndex
CREATE INDEX "stale_summary_part_purchase_id_idx" ON "stale_summary_part"("purchase_id");

-- AddForeignKey
ALTER TABLE "summary_part" ADD CONSTRAINT "summary_part_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was decided, executed or evaluated of a purchase changes the parts of those beside it, once its user and
-- retailer have executed trades: these are shared among all purchases of a quarter hour.
CREATE FUNCTION stale_summary_parts_beside(own UUID) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stale_summary_part (customer_id, purchase_id)
    SELECT p.customer_id, p.id
    FROM purchase o
    JOIN traded_portfolio t ON t.customer_id = o.customer_id AND t."user" = o."user" AND t.retailer = o.retailer
    JOIN purchase p ON p.customer_id = o.customer_id
        AND hashtextextended(p."user", 0) = hashtextextended(o."user", 0) AND p."user" = o."user"
        AND hashtextextended(p.retailer, 0) = hashtextextended(o.retailer, 0) AND p.retailer = o.retailer
        AND p.delivers_to > o.delivers_from AND p.delivers_from < o.delivers_to
    WHERE o.id = own AND EXISTS (SELECT FROM purchase_evaluation e WHERE e.purchase_id = p.id)
    ORDER BY p.delivers_from;
END;
$$;

-- Likewise those of a traded user and retailer from an instant to another, in order of delivery: neighbours are
-- computed together.
CREATE FUNCTION stale_summary_parts_of(traded INT, since TIMESTAMPTZ, until TIMESTAMPTZ) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stale_summary_part (customer_id, purchase_id)
    SELECT p.customer_id, p.id
    FROM traded_portfolio t
    JOIN purchase p ON p.customer_id = t.customer_id
        AND hashtextextended(p."user", 0) = hashtextextended(t."user", 0) AND p."user" = t."user"
        AND hashtextextended(p.retailer, 0) = hashtextextended(t.retailer, 0) AND p.retailer = t.retailer
        AND p.delivers_to > since AND p.delivers_from < until
    WHERE t.id = traded AND EXISTS (SELECT FROM purchase_evaluation e WHERE e.purchase_id = p.id)
    ORDER BY p.delivers_from;
END;
$$;

CREATE FUNCTION note_stale_summary_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stale_summary_part (customer_id, purchase_id)
    SELECT p.customer_id, p.id FROM purchase p WHERE p.id = COALESCE(NEW.purchase_id, OLD.purchase_id);
    RETURN NULL;
END;
$$;
CREATE TRIGGER stale_summary_part_by_evaluation AFTER INSERT OR DELETE ON "purchase_evaluation"
    FOR EACH ROW EXECUTE FUNCTION note_stale_summary_part();
CREATE TRIGGER stale_summary_part_by_figures AFTER UPDATE ON "purchase_evaluation"
    FOR EACH ROW WHEN (OLD.evaluated_at IS DISTINCT FROM NEW.evaluated_at
        OR OLD.realised IS DISTINCT FROM NEW.realised OR OLD.figures IS DISTINCT FROM NEW.figures)
    EXECUTE FUNCTION note_stale_summary_part();
CREATE TRIGGER stale_summary_part_by_decision AFTER INSERT ON "purchase_decision"
    FOR EACH ROW EXECUTE FUNCTION note_stale_summary_part();

CREATE FUNCTION note_stale_summary_parts_beside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM stale_summary_parts_beside(COALESCE(NEW.purchase_id, OLD.purchase_id));
    RETURN NULL;
END;
$$;
CREATE TRIGGER stale_summary_parts_beside_decision AFTER INSERT ON "purchase_decision"
    FOR EACH ROW EXECUTE FUNCTION note_stale_summary_parts_beside();
-- The first output stands for all that are replaced together.
CREATE TRIGGER stale_summary_parts_beside_outputs AFTER INSERT OR UPDATE ON "purchase_output"
    FOR EACH ROW WHEN (NEW.position = 0) EXECUTE FUNCTION note_stale_summary_parts_beside();
CREATE TRIGGER stale_summary_parts_beside_no_outputs AFTER DELETE ON "purchase_output"
    FOR EACH ROW WHEN (OLD.position = 0) EXECUTE FUNCTION note_stale_summary_parts_beside();

-- Of a purchase of an earlier release it becomes known when it delivers.
CREATE FUNCTION note_stale_summary_parts_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM stale_summary_parts_beside(NEW.id);
    RETURN NULL;
END;
$$;
CREATE TRIGGER stale_summary_parts_of_delivery AFTER UPDATE OF "delivers_to" ON "purchase"
    FOR EACH ROW WHEN (OLD.delivers_to IS NULL AND NEW.delivers_to IS NOT NULL)
    EXECUTE FUNCTION note_stale_summary_parts_of_delivery();

CREATE FUNCTION note_stale_summary_parts_of_trades() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM stale_summary_parts_of(c.portfolio_id, c.first::timestamp AT TIME ZONE 'Europe/Madrid',
        (c.last + 1)::timestamp AT TIME ZONE 'Europe/Madrid')
    FROM (SELECT portfolio_id, min(day) AS first, max(day) AS last FROM changed GROUP BY portfolio_id) c;
    RETURN NULL;
END;
$$;
CREATE TRIGGER stale_summary_parts_of_trades AFTER INSERT ON "traded_day"
    REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION note_stale_summary_parts_of_trades();

-- What a file of trades brought counts no more.
CREATE FUNCTION note_stale_summary_parts_of_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM stale_summary_parts_of(c.portfolio_id, c.first::timestamp AT TIME ZONE 'Europe/Madrid',
        (c.last + 1)::timestamp AT TIME ZONE 'Europe/Madrid')
    FROM (
        SELECT d.portfolio_id, min(d.day) AS first, max(d.day) AS last
        FROM traded_day d JOIN traded_portfolio t ON t.id = d.portfolio_id
        WHERE t.customer_id = NEW.customer_id AND d.upload = NEW.number GROUP BY d.portfolio_id
    ) c;
    RETURN NULL;
END;
$$;
CREATE TRIGGER stale_summary_parts_of_upload AFTER UPDATE OF "taken_back_at" ON "measurement_upload"
    FOR EACH ROW WHEN (NEW.kind = 'trades' AND OLD.taken_back_at IS DISTINCT FROM NEW.taken_back_at)
    EXECUTE FUNCTION note_stale_summary_parts_of_upload();

-- Whether a session is held is judged by its prices up to 7 days from a delivery.
CREATE FUNCTION note_stale_summary_parts_of_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM stale_summary_parts_of(t.id, (c.first - 7)::timestamp AT TIME ZONE 'Europe/Madrid',
        (c.last + 8)::timestamp AT TIME ZONE 'Europe/Madrid')
    FROM (SELECT owner, min(date) AS first, max(date) AS last FROM changed GROUP BY owner) c
    JOIN traded_portfolio t ON c.owner IN ('market', t.customer_id::text);
    RETURN NULL;
END;
$$;
CREATE TRIGGER stale_summary_parts_of_new_prices AFTER INSERT ON "realised_price"
    REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION note_stale_summary_parts_of_prices();
CREATE TRIGGER stale_summary_parts_of_revised_prices AFTER UPDATE ON "realised_price"
    REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION note_stale_summary_parts_of_prices();
CREATE TRIGGER stale_summary_parts_of_removed_prices AFTER DELETE ON "realised_price"
    REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION note_stale_summary_parts_of_prices();
