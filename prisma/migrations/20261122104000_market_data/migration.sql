-- AlterTable
ALTER TABLE "webhook_delivery" ALTER COLUMN "purchase_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "market_day" (
    "series" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "status" TEXT NOT NULL,
    "document" JSON,
    "held" JSON,
    "problem" JSON,
    "known_at" TIMESTAMPTZ(3),
    "late_notified_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "changes" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "market_day_pkey" PRIMARY KEY ("series","date")
);

-- CreateTable
CREATE TABLE "market_document" (
    "id" BIGSERIAL NOT NULL,
    "series" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "source" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "etag" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "market_document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fundamental_version" (
    "series" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "known_at" TIMESTAMPTZ(3) NOT NULL,
    "source" TEXT NOT NULL,
    "document" TEXT NOT NULL,
    "step_minutes" INTEGER NOT NULL,
    "ends" TIMESTAMPTZ(3)[],
    "values" DECIMAL(12,3)[],

    CONSTRAINT "fundamental_version_pkey" PRIMARY KEY ("series","date","known_at")
);

-- CreateTable
CREATE TABLE "market_source" (
    "name" TEXT NOT NULL,
    "requests" TIMESTAMPTZ(3)[],
    "busy_until" TIMESTAMPTZ(3),
    "blocked_until" TIMESTAMPTZ(3),
    "succeeded_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "failure" TEXT NOT NULL,
    "changes" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "market_source_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "market_day_known_at_idx" ON "market_day"("known_at");

-- CreateIndex
CREATE INDEX "market_document_series_date_id_idx" ON "market_document"("series", "date", "id");
