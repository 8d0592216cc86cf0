/** Writes a name as the next part of a path: `.total`, `[0]`, or `["customer name"]`. */
export const nameInPath = (name: string): string =>
  /^\d+$/.test(name)
    ? `[${name}]`
    : /^[\w-]+$/.test(name)
      ? `.${name}`
      : `[${JSON.stringify(name)}]`

/** Whether a field with this example takes a bare path, not a placeholder in braces within a text. */
export const isBarePath = (example: unknown): boolean =>
  typeof example === 'string' && /^(file|user|event|data|trigger|steps|item)\./.test(example)

const part = /(?:^|\.)([^.[\]"]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y

/**
 * Splits a path such as `steps.call.body["customer name"].lines[0]` like the server (`expressions/value_path.ts`),
 * whose code the console must not import. Undefined if the text is not a path.
 */
export function namesIn(path: string): string[] | undefined {
  const names: string[] = []
  part.lastIndex = 0
  while (part.lastIndex < path.length) {
    const found = part.exec(path)
    if (!found) return undefined
    const [, name, index, quoted] = found
    const read = quoted === undefined ? (name ?? index) : unquoted(quoted)
    if (read === undefined) return undefined
    names.push(read)
  }
  return names
}

/** Undefined for an escape that JSON does not know, which a person may be typing. */
function unquoted(json: string): string | undefined {
  try {
    return JSON.parse(json) as string
  } catch {
    return undefined
  }
}
