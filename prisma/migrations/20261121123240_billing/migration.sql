-- CreateEnum
CREATE TYPE "LedgerKind" AS ENUM ('opened', 'closed', 'paid', 'mispaid', 'refunded', 'refund_failed', 'disputed', 'dispute_won', 'dispute_lost', 'renewal_failed', 'ended');

-- CreateTable
CREATE TABLE "purchase" (
    "id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "product" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "purchase_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" BIGSERIAL NOT NULL,
    "purchase_id" UUID NOT NULL,
    "kind" "LedgerKind" NOT NULL,
    "natural_key" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "payment_ref" TEXT,
    "amount" INTEGER,
    "currency" TEXT,
    "period_end" TIMESTAMPTZ(3),
    "at" TIMESTAMPTZ(3) NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provider_event" (
    "id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),
    "outcome" TEXT,

    CONSTRAINT "provider_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "purchase_origin_key" ON "purchase"("origin");

-- CreateIndex
CREATE INDEX "purchase_created_at_idx" ON "purchase"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entry_natural_key_key" ON "ledger_entry"("natural_key");

-- CreateIndex
CREATE INDEX "ledger_entry_purchase_id_idx" ON "ledger_entry"("purchase_id");

-- CreateIndex
CREATE INDEX "provider_event_processed_at_received_at_idx" ON "provider_event"("processed_at", "received_at");

-- CreateIndex
CREATE UNIQUE INDEX "provider_event_provider_event_id_key" ON "provider_event"("provider", "event_id");

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Facts are never rewritten: what turned out otherwise is a further fact.
-- (\x3B is the sign that ends statements: the adapter splits a script at every one it sees.)
CREATE FUNCTION ledger_entry_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN RAISE EXCEPTION ''ledger_entry is append-only''\x3B END';

CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON "ledger_entry"
  FOR EACH ROW EXECUTE FUNCTION ledger_entry_is_append_only();
