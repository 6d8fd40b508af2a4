-- Runs name their uploads by number.
DROP INDEX "measurement_upload_taken_back_idx";
