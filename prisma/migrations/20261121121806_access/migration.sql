-- CreateEnum
CREATE TYPE "ApiKeyStatus" AS ENUM ('active', 'suspended', 'revoked');

-- CreateEnum
CREATE TYPE "ReservationState" AS ENUM ('held', 'consumed', 'released');

-- CreateEnum
CREATE TYPE "TokenKind" AS ENUM ('one_time', 'compliance');

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "monthly_scans" INTEGER,
    "status" "ApiKeyStatus" NOT NULL DEFAULT 'active',
    "source" TEXT,
    "paid_until" TIMESTAMPTZ(3),
    "current_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key_secret" (
    "digest" BYTEA NOT NULL,
    "key_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "prefix" TEXT NOT NULL,
    "last4" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_secret_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "quota_counter" (
    "subject" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "quota_counter_pkey" PRIMARY KEY ("subject","period")
);

-- CreateTable
CREATE TABLE "quota_reservation" (
    "id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "state" "ReservationState" NOT NULL DEFAULT 'held',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "quota_reservation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_token" (
    "id" UUID NOT NULL,
    "kind" "TokenKind" NOT NULL,
    "digest" BYTEA NOT NULL,
    "last4" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "activated_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "reservation_id" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "consumed_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" UUID NOT NULL,
    "detail" JSONB,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_key_source_key" ON "api_key"("source");

-- CreateIndex
CREATE INDEX "api_key_email_idx" ON "api_key"("email");

-- CreateIndex
CREATE INDEX "api_key_created_at_idx" ON "api_key"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_secret_key_id_version_key" ON "api_key_secret"("key_id", "version");

-- CreateIndex
CREATE INDEX "quota_counter_period_idx" ON "quota_counter"("period");

-- CreateIndex
CREATE INDEX "quota_reservation_state_lease_until_idx" ON "quota_reservation"("state", "lease_until");

-- CreateIndex
CREATE INDEX "quota_reservation_settled_at_idx" ON "quota_reservation"("settled_at");

-- CreateIndex
CREATE UNIQUE INDEX "access_token_digest_key" ON "access_token"("digest");

-- CreateIndex
CREATE UNIQUE INDEX "access_token_source_key" ON "access_token"("source");

-- CreateIndex
CREATE INDEX "access_token_email_idx" ON "access_token"("email");

-- CreateIndex
CREATE INDEX "audit_entry_subject_at_idx" ON "audit_entry"("subject", "at");

-- AddForeignKey
ALTER TABLE "api_key_secret" ADD CONSTRAINT "api_key_secret_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;
