-- CreateTable
CREATE TABLE "webhook_hold" (
    "id" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_hold_pkey" PRIMARY KEY ("id")
);
