-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN     "seal" INTEGER;

-- CreateTable
CREATE TABLE "audit_seal" (
    "number" INTEGER NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL,
    "entries" BIGINT[],
    "digests" TEXT[],
    "newest" TIMESTAMPTZ(3),
    "purged" JSON,
    "previous" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "mac" TEXT NOT NULL,

    CONSTRAINT "audit_seal_pkey" PRIMARY KEY ("number")
);
