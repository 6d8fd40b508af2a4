-- CreateTable
CREATE TABLE "console_session" (
    "digest" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "console_session_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "sign_in_code" (
    "digest" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_code_pkey" PRIMARY KEY ("digest")
);

-- CreateIndex
CREATE INDEX "console_session_key_id_idx" ON "console_session"("key_id");

-- CreateIndex
CREATE INDEX "console_session_expires_at_idx" ON "console_session"("expires_at");

-- CreateIndex
CREATE INDEX "sign_in_code_key_id_idx" ON "sign_in_code"("key_id");

-- CreateIndex
CREATE INDEX "sign_in_code_expires_at_idx" ON "sign_in_code"("expires_at");

-- AddForeignKey
ALTER TABLE "console_session" ADD CONSTRAINT "console_session_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_code" ADD CONSTRAINT "sign_in_code_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;
