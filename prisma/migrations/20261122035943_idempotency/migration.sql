-- CreateEnum
CREATE TYPE "IdempotentState" AS ENUM ('running', 'prepared', 'done');

-- CreateTable
CREATE TABLE "idempotent_request" (
    "id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "state" "IdempotentState" NOT NULL DEFAULT 'running',
    "attempt" UUID NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "headers" BYTEA,
    "body" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotent_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "idempotent_request_created_at_idx" ON "idempotent_request"("created_at");
