-- AlterEnum
ALTER TYPE "LedgerKind" ADD VALUE 'accepted';

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "works_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "compliance_report" ADD COLUMN     "owner" TEXT;

-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "landing" BYTEA;

-- CreateTable
CREATE TABLE "sign_in_link" (
    "digest" BYTEA NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_link_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "account_session" (
    "id" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "email" TEXT NOT NULL,
    "browser" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription" (
    "purchase_id" UUID NOT NULL,
    "ref" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "runs" BOOLEAN NOT NULL,
    "grace" BOOLEAN NOT NULL,
    "customer_id" TEXT,
    "period_end" TIMESTAMPTZ(3),
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "cancel_asked_at" TIMESTAMPTZ(3),
    "granted_until" TIMESTAMPTZ(3),
    "manage_url" TEXT,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("purchase_id")
);

-- CreateIndex
CREATE INDEX "sign_in_link_email_created_at_idx" ON "sign_in_link"("email", "created_at");

-- CreateIndex
CREATE INDEX "sign_in_link_expires_at_idx" ON "sign_in_link"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "account_session_digest_key" ON "account_session"("digest");

-- CreateIndex
CREATE INDEX "account_session_email_idx" ON "account_session"("email");

-- CreateIndex
CREATE INDEX "account_session_expires_at_idx" ON "account_session"("expires_at");

-- CreateIndex
CREATE INDEX "subscription_asked_at_idx" ON "subscription"("asked_at");

-- CreateIndex
CREATE INDEX "compliance_report_owner_idx" ON "compliance_report"("owner");

-- CreateIndex
CREATE INDEX "ledger_entry_kind_at_idx" ON "ledger_entry"("kind", "at");

-- CreateIndex
CREATE INDEX "purchase_email_idx" ON "purchase"("email");

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An unpaid checkout may be deleted. Every entry about money stays.
-- (\x3B is the sign that ends statements: the adapter splits a script at every one it sees.)
CREATE OR REPLACE FUNCTION ledger_entry_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN IF TG_OP = ''DELETE'' AND OLD.kind::text IN (''opened'', ''closed'') THEN RETURN OLD\x3B END IF\x3B RAISE EXCEPTION ''ledger_entry is append-only''\x3B END';

-- Existing reports belong to the buyer of their token.
UPDATE "compliance_report" SET "owner" = "reservation"->>'email' WHERE "owner" IS NULL;
