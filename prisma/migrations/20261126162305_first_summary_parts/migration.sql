-- Purchases of the releases before. Nobody waits for rows that are only added to what nobody changes; a job computes
-- some of them at a time.
DO $$ BEGIN
    INSERT INTO stale_summary_part (customer_id, purchase_id)
    SELECT p.customer_id, p.id FROM purchase p
    WHERE EXISTS (SELECT FROM purchase_evaluation e WHERE e.purchase_id = p.id)
        OR EXISTS (SELECT FROM purchase_decision d WHERE d.purchase_id = p.id)
    ORDER BY p.customer_id, p."user", p.retailer, p.delivers_from;
END $$;
