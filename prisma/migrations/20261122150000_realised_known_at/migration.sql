-- Null where it was not recorded: of days from a source market_day knows it.
ALTER TABLE "realised_price" ADD COLUMN "known_at" TIMESTAMPTZ(3);
