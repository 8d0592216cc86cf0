const part = /(?:^|\.)([^.[\]"]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y

/**
 * Splits a path such as `steps.call.body["customer name"].lines[0]`, in the syntax of placeholders, into its
 * names.
 * @returns undefined for a text that is not a path
 */
export function valuePath(text: string): string[] | undefined {
  const names: string[] = []
  part.lastIndex = 0
  while (part.lastIndex < text.length) {
    const found = part.exec(text)
    if (!found) return undefined
    const [, name, index, quoted] = found
    const read = quoted === undefined ? (name ?? index) : unquoted(quoted)
    if (read === undefined) return undefined
    names.push(read)
  }
  return names
}

function unquoted(json: string): string | undefined {
  try {
    return JSON.parse(json) as string
  } catch {
    return undefined
  }
}
