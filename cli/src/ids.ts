const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a whole id, as opposed to a name, a path or the first characters of an id. */
export function isId(text: string): boolean {
  return UUID.test(text)
}
