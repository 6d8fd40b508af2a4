-- CreateTable
CREATE TABLE "restore_pending" (
    "id" INTEGER NOT NULL,
    "backup" TEXT NOT NULL,
    "overwrites" BOOLEAN NOT NULL,
    "holds_webhooks" BOOLEAN NOT NULL,
    "keys_before" JSON,

    CONSTRAINT "restore_pending_pkey" PRIMARY KEY ("id")
);
