import { UnrecoverableError } from 'bullmq';

/** Thrown by a processor: the job fails permanently, whatever attempts it has left. */
export class PermanentFailure extends UnrecoverableError {}
