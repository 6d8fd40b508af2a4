-- Version 1. Each change raises it: a process that knows a lower version leaves the function of a higher one alone.
-- The release before calls the function too: parameters, their fields and the result keep their names and meaning.
--
-- A turn of a worker: what became of its jobs, whose pause is over, and which jobs it claims. Each statement
-- in it sees what others have committed before that statement. The settings keep every look-up to an ordered
-- walk along an index, however the table has grown since it was analyzed; the worker names the kinds of jobs
-- in order, so that nothing is sorted.
CREATE OR REPLACE FUNCTION job_turn(me bigint, ended jsonb, saved jsonb, due jsonb, rooms jsonb) RETURNS SETOF job
LANGUAGE plpgsql SET enable_seqscan TO off SET enable_bitmapscan TO off AS $$
DECLARE
  room record;
  taken job;
  present timestamptz;
  free integer;
  at_lane text;
  next_lane text;
  is_around boolean;
  is_taking boolean;
BEGIN
  IF ended <> '[]' OR saved <> '[]' THEN
    UPDATE job j SET worker = NULL, attempt = 1
      FROM jsonb_to_recordset(ended || saved) AS e(kind text, subject text)
      WHERE j.kind = e.kind AND j.subject = e.subject AND j.worker = me AND j.attempt = 0;
  END IF;
  IF ended <> '[]' THEN
    DELETE FROM job j USING jsonb_to_recordset(ended) AS e(kind text, subject text)
      WHERE j.kind = e.kind AND j.subject = e.subject AND j.worker = me;
  END IF;
  IF saved <> '[]' THEN
    UPDATE job j SET worker = NULL, step = s.step, reason = s.reason, attempt = s.attempt,
        misconfigured = coalesce(s.misconfigured, 0),
        run_at = coalesce(s.at, clock_timestamp() + s.after_ms * interval '1 millisecond')
      FROM jsonb_to_recordset(saved) AS s(kind text, subject text, step text, reason text,
        attempt integer, misconfigured integer, at timestamptz, after_ms float8)
      WHERE j.kind = s.kind AND j.subject = s.subject AND j.worker = me;
  END IF;
  IF due <> '[]' THEN
    UPDATE job j SET run_at = NULL
      FROM jsonb_to_recordset(due) AS d(kind text, subject text, attempt integer)
      WHERE j.kind = d.kind AND j.subject = d.subject AND j.attempt = d.attempt AND j.worker IS NULL
        AND j.run_at IS NOT NULL;
  END IF;

  FOR room IN SELECT * FROM jsonb_to_recordset(rooms)
    AS r(kind text, room integer, per_lane integer, after_lane text, polls boolean, longest_ms float8)
  LOOP
    IF room.polls THEN
      present := clock_timestamp();
      UPDATE job j SET run_at = NULL FROM (
          SELECT l.kind, l.subject FROM job l WHERE l.kind = room.kind AND l.run_at <= present
          ORDER BY l.run_at LIMIT 1000 FOR UPDATE SKIP LOCKED
        ) AS ripe WHERE j.kind = ripe.kind AND j.subject = ripe.subject;
      UPDATE job j SET run_at = NULL FROM (
          SELECT l.kind, l.subject FROM job l WHERE l.kind = room.kind
            AND l.run_at > present + room.longest_ms * interval '1 millisecond'
          ORDER BY l.run_at LIMIT 1000 FOR UPDATE SKIP LOCKED
        ) AS ripe WHERE j.kind = ripe.kind AND j.subject = ripe.subject;
    END IF;

    IF NOT EXISTS (
      SELECT FROM job j WHERE j.kind = room.kind AND j.worker IS NULL AND j.run_at IS NULL
    ) THEN
      CONTINUE;
    END IF;
    -- One worker at a time takes jobs whose lanes have a limit: how many are under way is to be known.
    IF room.per_lane IS NOT NULL THEN
      PERFORM pg_advisory_xact_lock(hashtextextended('solano/jobs/' || room.kind, 0));
    END IF;
    free := room.room;
    at_lane := room.after_lane;
    LOOP
      -- Once around all lanes with something to do, from the one after the last.
      is_taking := false;
      is_around := false;
      LOOP
        EXIT WHEN free = 0;
        SELECT j.lane INTO next_lane FROM job j
          WHERE j.kind = room.kind AND j.worker IS NULL AND j.run_at IS NULL AND j.lane > at_lane
          ORDER BY j.kind, j.lane, j.sequence LIMIT 1;
        IF NOT FOUND THEN
          EXIT WHEN is_around;
          is_around := true;
          at_lane := '';
          CONTINUE;
        END IF;
        EXIT WHEN is_around AND next_lane > room.after_lane;
        at_lane := next_lane;
        CONTINUE WHEN room.per_lane <= (
          SELECT count(*) FROM job j
          WHERE j.kind = room.kind AND j.lane = at_lane AND j.worker IS NOT NULL
        );
        UPDATE job j SET worker = me FROM (
            SELECT d.kind, d.subject FROM job d
            WHERE d.kind = room.kind AND d.lane = at_lane AND d.worker IS NULL AND d.run_at IS NULL
            ORDER BY d.kind, d.lane, d.sequence LIMIT 1 FOR UPDATE SKIP LOCKED
          ) AS oldest
          WHERE j.kind = oldest.kind AND j.subject = oldest.subject
          RETURNING j.* INTO taken;
        IF FOUND THEN
          free := free - 1;
          is_taking := true;
          RETURN NEXT taken;
        END IF;
      END LOOP;
      EXIT WHEN free = 0 OR NOT is_taking;
      at_lane := room.after_lane;
    END LOOP;
  END LOOP;
END $$;
