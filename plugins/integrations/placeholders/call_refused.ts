/** The call cannot be made as defined. A retry does not help. */
export class CallRefused extends Error {
  override name = 'CallRefused'
}

/** A placeholder has no value. */
export class NoValue extends CallRefused {
  /** @param written the placeholder as written */
  constructor(
    readonly written: string,
    message: string
  ) {
    super(message)
  }
}
