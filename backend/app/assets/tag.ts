import { fold, invalid, text, unreadable } from '@crossdock/kernel/http'

/** In characters. */
const longestTag = 64

/** The key by which tags are compared. */
export const tagKey = (tag: string): string => fold(tag.trim())

/**
 * Tags as they are kept: each once, as it is written first.
 * @param field what is told to be wrong
 * @throws Problem 422 for one that is empty or too long, or that misleads
 */
export function tagsOf(given: readonly string[], field = 'tags'): string[] {
  const tags = new Map<string, string>()
  for (const one of given) {
    const tag = one.normalize('NFC').trim()
    assertTag(tag, field)
    if (!tags.has(tagKey(tag))) tags.set(tagKey(tag), tag)
  }
  return [...tags.values()]
}

function assertTag(tag: string, field: string): void {
  const characters = [...tag]
  if (tag === '') throw invalid(field, text('A tag must not be empty.'))
  if (characters.length > longestTag) {
    const tag = `${characters.slice(0, longestTag).join('')}…`
    const lengths = { length: characters.length, most: longestTag }
    throw invalid(
      field,
      text('The tag "{tag}" has {length} characters, and at most {most} are allowed.', {
        tag,
        ...lengths,
      })
    )
  }
  if (unreadable(tag)) {
    throw invalid(
      field,
      text(
        'A tag may hold no control characters, none that cannot be seen or that turn the reading direction around, and something that can be seen.'
      )
    )
  }
}
