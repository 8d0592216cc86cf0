/** Content that cannot be read, or a text that cannot be written in a charset. The message ends a sentence: "… cannot be read: <message>." */
export class ContentError extends Error {
  override name = 'ContentError'

  constructor(
    message: string,
    /** The bytes do not fit what they are said to be, which another try may mend. */
    readonly isDamaged = false
  ) {
    super(message)
  }
}

/** More bytes than the reader accepts, once they are unpacked. */
export class ContentTooLarge extends ContentError {
  override name = 'ContentTooLarge'
}
