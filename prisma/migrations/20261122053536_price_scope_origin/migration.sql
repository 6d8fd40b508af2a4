-- AlterTable
ALTER TABLE "price_prediction" DROP CONSTRAINT "price_prediction_pkey",
ADD COLUMN     "inputs_until" TIMESTAMPTZ(3),
ADD COLUMN     "origin" TEXT,
ADD COLUMN     "owner" TEXT NOT NULL DEFAULT 'market',
ADD CONSTRAINT "price_prediction_pkey" PRIMARY KEY ("market", "generated_at", "owner");

-- AlterTable
ALTER TABLE "price_revision" DROP CONSTRAINT "price_revision_pkey",
ADD COLUMN     "owner" TEXT NOT NULL DEFAULT 'market',
ADD CONSTRAINT "price_revision_pkey" PRIMARY KEY ("market", "owner");

-- AlterTable
ALTER TABLE "realised_price" DROP CONSTRAINT "realised_price_pkey",
ADD COLUMN     "source" TEXT,
ADD COLUMN     "owner" TEXT NOT NULL DEFAULT 'market',
ADD CONSTRAINT "realised_price_pkey" PRIMARY KEY ("market", "date", "owner");

-- The synthetic prices of the demonstration, which every customer saw, are made again for the demo
-- customer alone. Realised ones are of version 0. Predictions are told by their form: whole cents
-- in quarter hours, of the ten days from that of their generation on, or of the seven after a Sunday
-- on which they were generated at 09:00; none of them was put by an operator.
DELETE FROM "realised_price" WHERE "version" = 0;

WITH "put" AS (
    SELECT "subject" FROM "audit_entry" WHERE "action" = 'prices.put'
), "formed" AS (
    SELECT *, "generated_at" AT TIME ZONE 'Europe/Madrid' AS "local",
        ("first" AT TIME ZONE 'Europe/Madrid')::date AS "from",
        ("last" AT TIME ZONE 'Europe/Madrid')::date AS "until"
    FROM "price_prediction" WHERE "step_minutes" = 15
)
DELETE FROM "price_prediction" AS p USING "formed" AS f
WHERE p."market" = f."market" AND p."generated_at" = f."generated_at"
    AND EXISTS (SELECT FROM "customer" WHERE "name" = 'demo')
    AND ((f."until" - f."from" = 10 AND f."from" = f."local"::date)
        OR (f."until" - f."from" = 7 AND extract(isodow FROM f."local") = 7
            AND f."local"::time BETWEEN '09:00' AND '09:00:00.02'))
    AND NOT EXISTS (SELECT FROM unnest(f."prices") AS price WHERE price <> round(price, 2))
    AND NOT EXISTS (SELECT FROM "put" WHERE "subject" = f."market" || ' ' ||
        to_char(f."generated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));

UPDATE "price_revision" SET "revision" = "revision" + 1;

-- What is left was put, which the audit log tells, or hindcast, as of 09:00 to the millisecond, or
-- predicted when it was generated.
UPDATE "price_prediction" AS p SET "origin" = coalesce(
    (SELECT CASE WHEN min(a."at") - p."generated_at" > interval '5 minutes'
            THEN 'backdated' ELSE 'imported' END
        FROM "audit_entry" AS a
        WHERE a."action" = 'prices.put' AND a."subject" = p."market" || ' ' ||
            to_char(p."generated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        HAVING count(*) > 0),
    CASE WHEN (p."generated_at" AT TIME ZONE 'Europe/Madrid')::time = '09:00'
        THEN 'hindcast' ELSE 'live' END);

UPDATE "realised_price" SET "source" = 'omie';

ALTER TABLE "price_prediction" ALTER COLUMN "origin" SET NOT NULL;
ALTER TABLE "realised_price" ALTER COLUMN "source" SET NOT NULL;
