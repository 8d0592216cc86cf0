/** Another worker has taken the job over, or it was cancelled; nothing more may be written for it. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** The tenant was closed meanwhile: the job rests, and goes on when it is open again. */
export class TenantClosed extends LeaseLost {
  override name = 'TenantClosed'
}

/** A try took longer than its definition allows. */
export class JobTimedOut extends Error {
  override name = 'JobTimedOut'
}

/** The process ends; the job goes on in another one. */
export class ShuttingDown extends Error {
  override name = 'ShuttingDown'
}
