import { errorText, formatBytes } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { UploadRefused, type UploadItem } from './queue.js'

/** The progress of an upload, or why it does not continue. */
export function useStateText(item: UploadItem, isOffline: boolean): string {
  const { name, state, sent, size, speed, version, error } = item
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.uploads.${key}`, values)
  if (state === 'waiting' || state === 'paused') return text(state)
  if (error instanceof UploadRefused) return translate(error.message, { name })
  if (state === 'interrupted') return text('interrupted')
  if (state === 'failed') return errorText(error, translate, text('failed'))
  if (state === 'done') {
    return version && version > 1 ? text('newVersion', { version }) : text('done')
  }
  if (isOffline) return text('offline')
  // All bytes are sent, but the answer is missing.
  if (size > 0 && sent >= size) return text('storing')
  const figures = [text('sending', { sent: formatBytes(sent), total: formatBytes(size) })]
  if (speed) {
    const [unit, smart_count] = timeFor((size - sent) / speed)
    figures.push(text('speed', { size: formatBytes(speed) }), text(`left.${unit}`, { smart_count }))
  }
  return figures.join(' · ')
}

/** Rounded up, so that unfinished uploads show at least one second. */
function timeFor(seconds: number): ['seconds' | 'minutes' | 'hours', number] {
  if (seconds <= 90) return ['seconds', Math.max(1, Math.ceil(seconds))]
  if (seconds <= 90 * 60) return ['minutes', Math.ceil(seconds / 60)]
  return ['hours', Math.ceil(seconds / 3_600)]
}
