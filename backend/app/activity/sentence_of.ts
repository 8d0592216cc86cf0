import type { EventType } from '@crossdock/kernel/events'
import type { Text } from '@crossdock/kernel/http'

/**
 * What the feed says of an event; undefined for a payload the sentence does not fit, as older and
 * newer versions may have written it.
 */
export function sentenceOf({ activity }: EventType, payload: object): Text | undefined {
  try {
    const sentence = activity?.(payload as never)
    return sentence && Object.values(sentence.params).every(isShown) ? sentence : undefined
  } catch {
    return undefined
  }
}

const isShown = (value: unknown) => typeof value === 'string' || typeof value === 'number'
