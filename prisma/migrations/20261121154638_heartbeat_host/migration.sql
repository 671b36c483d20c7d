-- AlterTable
ALTER TABLE "worker_heartbeat" ADD COLUMN     "host" TEXT NOT NULL DEFAULT '';
