const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a full id, as opposed to a name, a path or the start of an id. */
export function isId(text: string): boolean {
  return UUID.test(text)
}

/** The filter for ids that start with this text, if it can be the first eight or more characters of an id. */
export function beginningOf(text: string): string | undefined {
  return /^[0-9a-f]{8}[0-9a-f-]{0,27}$/i.test(text) ? `${text.toLowerCase()}*` : undefined
}
