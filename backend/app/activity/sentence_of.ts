import type { EventType } from '@crossdock/kernel/events'
import type { Text } from '@crossdock/kernel/ground'

/** The feed's sentence for an event; undefined if it does not fit the payload, which another version wrote. */
export const sentenceOf = ({ activity }: EventType, payload: object): Text | undefined =>
  textOrUndefined(() => activity?.(payload as never))

/** The feed's sentence for several events together; undefined as in `sentenceOf`. */
export const sentenceOfSeveral = (
  { several }: EventType,
  first: object,
  count: number,
  shared: object
): Text | undefined =>
  textOrUndefined(() => several?.sentence(first as never, count, shared as never))

function textOrUndefined(make: () => Text | undefined): Text | undefined {
  try {
    const sentence = make()
    return sentence && Object.values(sentence.params).every(isShown) ? sentence : undefined
  } catch {
    return undefined
  }
}

const isShown = (value: unknown) => typeof value === 'string' || typeof value === 'number'
