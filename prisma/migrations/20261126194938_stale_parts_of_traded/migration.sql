-- What was decided, executed or evaluated of a purchase changes the parts of those beside it, once its user and
-- retailer have executed trades: these are shared among all purchases of a quarter hour. Without trades nothing
-- else is read: in one statement with the purchases beside it, the planner may read all of the user's first.
CREATE OR REPLACE FUNCTION stale_summary_parts_beside(own UUID) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    o purchase;
BEGIN
    SELECT p.* INTO o FROM purchase p WHERE p.id = own AND EXISTS (
        SELECT FROM traded_portfolio t
        WHERE t.customer_id = p.customer_id AND t."user" = p."user" AND t.retailer = p.retailer
    );
    IF NOT FOUND THEN
        RETURN;
    END IF;
    INSERT INTO stale_summary_part (customer_id, purchase_id)
    SELECT p.customer_id, p.id
    FROM purchase p
    WHERE p.customer_id = o.customer_id
        AND hashtextextended(p."user", 0) = hashtextextended(o."user", 0) AND p."user" = o."user"
        AND hashtextextended(p.retailer, 0) = hashtextextended(o.retailer, 0) AND p.retailer = o.retailer
        AND p.delivers_to > o.delivers_from AND p.delivers_from < o.delivers_to
        AND EXISTS (SELECT FROM purchase_evaluation e WHERE e.purchase_id = p.id)
    ORDER BY p.delivers_from;
END;
$$;
