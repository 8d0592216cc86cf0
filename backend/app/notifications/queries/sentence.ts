import { text, type Text } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'
import { notificationKinds } from '../contracts/index.js'
import type { Notice } from '../models/notice.js'

type Told = Pick<Notice, 'kind' | 'eventType' | 'payload' | 'count'>

/** What is said of a notice; its kind alone where the payload is not one that this version knows. */
export function sentenceOf({ kind: name, eventType, payload, count }: Told): Text {
  const kind = notificationKinds.get(name)
  const type = pluginHost.use().eventTypes.find((one) => one.name === eventType)
  try {
    const sentence =
      count > 1 && kind?.several
        ? kind.several(payload, count)
        : kind?.sentence
          ? kind.sentence(payload, eventType)
          : type?.activity?.(payload as never)
    if (sentence && Object.values(sentence.params).every(isShown)) return sentence
  } catch {
    // Written by another version.
  }
  return kind?.label ?? text('Something happened that this version cannot tell.')
}

const isShown = (value: unknown) => typeof value === 'string' || typeof value === 'number'
