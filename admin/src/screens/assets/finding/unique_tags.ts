/** Removes tags that differ only in case. */
export function uniqueTags(tags: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const tag of tags.map((one) => one.trim()).filter(Boolean)) {
    if (!known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), tag)
  }
  return [...known.values()]
}
