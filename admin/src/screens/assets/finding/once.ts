/** Tags that differ in upper and lower case alone are one. */
export function once(tags: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const tag of tags.map((one) => one.trim()).filter(Boolean)) {
    if (!known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), tag)
  }
  return [...known.values()]
}
