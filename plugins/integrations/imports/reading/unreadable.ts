/** A document of which nothing can be imported. `code` is the key of its sentence. */
export class Unreadable extends Error {
  override name = 'Unreadable'

  constructor(
    readonly code: string,
    readonly params: Record<string, string | number> = {}
  ) {
    super(code)
  }
}
