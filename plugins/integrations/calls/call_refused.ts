/** A call that cannot be made as it is defined; trying again does not help. */
export class CallRefused extends Error {
  override name = 'CallRefused'
}

/** A placeholder has no value. */
export class NoValue extends CallRefused {
  /** @param written the placeholder */
  constructor(
    readonly written: string,
    message: string
  ) {
    super(message)
  }
}
