/** The document cannot be imported at all. `code` is the key of the error text. */
export class Unreadable extends Error {
  override name = 'Unreadable'

  constructor(
    readonly code: string,
    readonly params: Record<string, string | number> = {}
  ) {
    super(code)
  }
}
