-- Processes that cache what the prices of the markets are listen to this.
CREATE FUNCTION tell_of_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('solano_prices', '');
  RETURN NULL;
END $$;
CREATE TRIGGER tell_of_prices AFTER INSERT OR UPDATE OR DELETE ON "price_revision"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_prices();
