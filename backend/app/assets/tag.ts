import { fold } from '@crossdock/kernel/lists'
import { invalid, text } from '@crossdock/kernel/ground'
import { unreadable } from '@crossdock/kernel/shapes'

/** Limit for one asset. */
export const mostTags = 50

/** Maximum characters of a tag. */
const longestTag = 64

/** The key by which tags are compared. */
export const tagKey = (tag: string): string => fold(tag.trim())

/**
 * Returns tags as they are stored: each once, in its first spelling.
 * @param field the field that an error names
 * @throws Problem 422 for a tag that is empty, too long or misleading
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
        'A tag needs a visible character. It must not contain control characters, invisible characters or characters that reverse the reading direction.'
      )
    )
  }
}
