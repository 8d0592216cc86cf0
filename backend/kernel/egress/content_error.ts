/**
 * Content that cannot be read, or a text that cannot be written in a charset. The message ends a sentence:
 * "… cannot be read: <message>."
 */
export class ContentError extends Error {
  override name = 'ContentError'

  constructor(
    message: string,
    /** The bytes contradict their declared type. Another attempt may succeed. */
    readonly isDamaged = false
  ) {
    super(message)
  }
}

/** More unpacked bytes than the reader accepts. */
export class ContentTooLarge extends ContentError {
  override name = 'ContentTooLarge'
}
