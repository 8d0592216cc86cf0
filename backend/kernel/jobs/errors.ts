/** Another worker has taken the job over, or it was cancelled; nothing more may be written for it. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** The tenant was closed during the attempt: the job is paused until the tenant is open again. */
export class TenantClosed extends LeaseLost {
  override name = 'TenantClosed'
}

/** An attempt took longer than its definition allows. */
export class JobTimedOut extends Error {
  override name = 'JobTimedOut'
}

/** The process is stopping; the job continues in another one. */
export class ShuttingDown extends Error {
  override name = 'ShuttingDown'
}
