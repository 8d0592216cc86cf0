import {
  formatBytes,
  formatInteger,
  formatRelative,
  formatTime,
  type ToneName,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import {
  unavailableSides,
  canRelease,
  isRunning,
  type Progress,
  type Stop,
  type SyncContract,
} from '../model.js'
import { useEndName } from './use_end_name.js'

export interface ContractStatus {
  sentence: string
  tone?: Extract<ToneName, 'warning' | 'danger'>
  /** The action that a person must take. */
  action?: 'resolve' | 'review'
}

/** Returns functions that describe the state, the schedule and the problems of a contract in a sentence. */
export function useContractTexts() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.truth.${key}`, values)

  const nameOf = useEndName()
  const stopText = (stop: Stop, contract: SyncContract): string => {
    if (stop.code !== 'root_missing') {
      return text(stop.code, {
        count: formatInteger(stop.count ?? 0),
        of: formatInteger(stop.of ?? 0),
      })
    }
    const side = contract.sides[stop.side]
    return text('root_missing', { label: nameOf(side), path: side.path })
  }

  const progressText = ({ filesDone, files, bytesDone, bytes }: Progress): string =>
    text(bytes > bytesDone ? 'progress' : 'progressFiles', {
      done: formatInteger(filesDone),
      files: formatInteger(files),
      left: formatBytes(bytes - bytesDone),
    })

  /** The schedule of the contract. */
  const scheduleText = ({ scheduleConfig: { mode, cron, events } }: SyncContract): string => {
    const key = mode === 'schedule' ? (cronKeys[cron ?? ''] ?? 'schedule') : mode
    const sentence = text(`when.${key}`, { cron })
    return events?.length ? `${sentence} ${text('when.events')}` : sentence
  }

  const upToDateText = (contract: SyncContract): string => {
    const { skipped, nextRunAt } = contract.state
    if (!contract.lastSync) return text('never')
    const more =
      skipped > 0
        ? text('skipped', { smart_count: skipped })
        : contract.scheduleConfig.mode !== 'continuous'
          ? nextRunAt
            ? text('next', { time: formatTime(nextRunAt) })
            : scheduleText(contract)
          : text(contract.conflictResolution)
    return `${text('upToDate')} ${more}`
  }

  /** The unavailable ends; null if all are available. */
  const unavailableText = (contract: SyncContract): string | null => {
    const sentences = unavailableSides(contract).map(({ type, label, lastSeenAt }) =>
      type === 'external_system'
        ? text('systemOff', { label })
        : text(lastSeenAt ? 'offline' : 'notSeen', {
            label,
            time: lastSeenAt && formatRelative(lastSeenAt),
          })
    )
    return sentences.length > 0 ? sentences.join(' ') : null
  }

  const statusOf = (contract: SyncContract): ContractStatus => {
    const { phase, stop, message, openConflicts, progress } = contract.state
    if (!contract.isActive) return { sentence: text('inactive') }
    if (phase === 'stopped') {
      const sentence = stop ? stopText(stop, contract) : (message ?? text('stopped'))
      // A missing folder has no plan to review.
      const action = !stop || canRelease(stop) ? ({ action: 'review' } as const) : {}
      return { sentence, tone: 'danger', ...action }
    }
    if (phase === 'failed') return { sentence: message ?? text('failed'), tone: 'danger' }
    if (isRunning(contract)) {
      return {
        sentence: progress && progress.files > 0 ? progressText(progress) : text('scanning'),
      }
    }
    if (openConflicts > 0) {
      const sentence = text('conflicts', { smart_count: openConflicts })
      return { sentence, tone: 'warning', action: 'resolve' }
    }
    const away = unavailableText(contract)
    if (away) return { sentence: away }
    if (phase === 'waiting') return { sentence: message ?? text('waiting') }
    return { sentence: upToDateText(contract) }
  }

  return { statusOf, unavailableText, stopText, progressText, scheduleText }
}

/** Schedules with their own texts. */
const cronKeys: Record<string, string> = {
  '*/15 * * * *': 'quarter',
  '0 * * * *': 'hour',
  '0 2 * * *': 'night',
}
