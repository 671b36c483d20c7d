-- AlterTable
ALTER TABLE "worker_heartbeat" ADD COLUMN     "cpu_ms_per_job" DOUBLE PRECISION;
