/**
 * Content that cannot be read, or a text that cannot be written in a charset. The message ends a sentence:
 * "… cannot be read: <message>."
 */
export class ContentError extends Error {
  override name = 'ContentError'

  constructor(
    message: string,
    /** Whether the bytes contradict their declared type. The call may be tried again. */
    readonly isDamaged = false
  ) {
    super(message)
  }
}

/** More unpacked bytes than the reader accepts. */
export class ContentTooLarge extends ContentError {
  override name = 'ContentTooLarge'
}
