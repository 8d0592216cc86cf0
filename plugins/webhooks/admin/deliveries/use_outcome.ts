import { formatDateTime, formatTime } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { mayChangeSoon, isStopped, RETRY_DAYS, type Delivery, type Webhook } from '../model.js'

const DAY = 86_400_000

/** Describes the state of a delivery and its next step in a sentence. */
export function useOutcome() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.outcome.${key}`, values)
  const at = (time: string) =>
    Math.abs(Date.parse(time) - Date.now()) < DAY / 2 ? formatTime(time) : formatDateTime(time)

  return (delivery: Delivery, webhook: Webhook): string => {
    const { nextAttemptAt, endedAt, attempts, isExample, error } = delivery
    switch (delivery.status) {
      case 'waiting':
        return text(isStopped(webhook) ? 'resting' : 'waiting')
      case 'retrying':
        if (isStopped(webhook)) return text('resting')
        if (mayChangeSoon(delivery)) return text('waiting')
        return text('retrying', {
          time: nextAttemptAt ? at(nextAttemptAt) : '–',
          days: RETRY_DAYS,
        })
      case 'delivered':
        return text('delivered', { time: endedAt ? at(endedAt) : '–' })
      case 'failed':
        return isExample ? text('example') : text('failed', { smart_count: attempts })
      default:
        return [text('skipped'), error].filter(Boolean).join(' ')
    }
  }
}
