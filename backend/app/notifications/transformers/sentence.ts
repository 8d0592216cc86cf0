import { text, type Text } from '@crossdock/kernel/ground'
import { pluginHost } from '@crossdock/kernel/plugin'
import { notificationKinds } from '../contracts/index.js'
import type { Notice } from '../models/notice.js'

type NoticeContent = Pick<Notice, 'kind' | 'eventType' | 'payload' | 'count'>

/** The sentence of a notice; only the label of its kind if this version does not know the payload. */
export function sentenceOf({ kind: name, eventType, payload, count }: NoticeContent): Text {
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
    // The payload was written by another version.
  }
  return kind?.label ?? text('This version cannot show this notification.')
}

const isShown = (value: unknown) => typeof value === 'string' || typeof value === 'number'
