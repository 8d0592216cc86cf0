import {
  formatBytes,
  formatInteger,
  formatRelative,
  formatTime,
  type ToneName,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import {
  awayOf,
  canRelease,
  isRunning,
  type Progress,
  type Stop,
  type SyncContract,
} from '../model.js'
import { useEndName } from './use_end_name.js'

export interface Truth {
  sentence: string
  tone?: Extract<ToneName, 'warning' | 'danger'>
  /** What a person does about it. */
  way?: 'resolve' | 'review'
}

/** What is said of a contract in words. */
export function useSentences() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.truth.${key}`, values)

  const nameOf = useEndName()
  const ofStop = (stop: Stop, contract: SyncContract): string => {
    if (stop.code !== 'root_missing') {
      return text(stop.code, {
        count: formatInteger(stop.count ?? 0),
        of: formatInteger(stop.of ?? 0),
      })
    }
    const side = contract.sides[stop.side]
    return text('root_missing', { label: nameOf(side), path: side.path })
  }

  const ofProgress = ({ filesDone, files, bytesDone, bytes }: Progress): string =>
    text(bytes > bytesDone ? 'progress' : 'progressFiles', {
      done: formatInteger(filesDone),
      files: formatInteger(files),
      left: formatBytes(bytes - bytesDone),
    })

  /** When the contract syncs. */
  const ofSchedule = ({ scheduleConfig: { mode, cron, events } }: SyncContract): string => {
    const key = mode === 'schedule' ? (cronKeys[cron ?? ''] ?? 'schedule') : mode
    const sentence = text(`when.${key}`, { cron })
    return events?.length ? `${sentence} ${text('when.events')}` : sentence
  }

  const ofPeace = (contract: SyncContract): string => {
    const { skipped, nextRunAt } = contract.state
    if (!contract.lastSync) return text('never')
    const more =
      skipped > 0
        ? text('skipped', { smart_count: skipped })
        : contract.scheduleConfig.mode !== 'continuous'
          ? nextRunAt
            ? text('next', { time: formatTime(nextRunAt) })
            : ofSchedule(contract)
          : text(contract.conflictResolution)
    return `${text('upToDate')} ${more}`
  }

  /** Which ends cannot be worked on now; null while all can. */
  const ofAway = (contract: SyncContract): string | null => {
    const sentences = awayOf(contract).map(({ type, label, lastSeenAt }) =>
      type === 'external_system'
        ? text('systemOff', { label })
        : text(lastSeenAt ? 'offline' : 'notSeen', {
            label,
            time: lastSeenAt && formatRelative(lastSeenAt),
          })
    )
    return sentences.length > 0 ? sentences.join(' ') : null
  }

  const ofContract = (contract: SyncContract): Truth => {
    const { phase, stop, message, openConflicts, progress } = contract.state
    if (!contract.isActive) return { sentence: text('inactive') }
    if (phase === 'stopped') {
      const sentence = stop ? ofStop(stop, contract) : (message ?? text('stopped'))
      // A folder that is missing leaves no plan to look at.
      const way = !stop || canRelease(stop) ? ({ way: 'review' } as const) : {}
      return { sentence, tone: 'danger', ...way }
    }
    if (phase === 'failed') return { sentence: message ?? text('failed'), tone: 'danger' }
    if (isRunning(contract)) {
      return { sentence: progress && progress.files > 0 ? ofProgress(progress) : text('scanning') }
    }
    if (openConflicts > 0) {
      const sentence = text('conflicts', { smart_count: openConflicts })
      return { sentence, tone: 'warning', way: 'resolve' }
    }
    const away = ofAway(contract)
    if (away) return { sentence: away }
    if (phase === 'waiting') return { sentence: message ?? text('waiting') }
    return { sentence: ofPeace(contract) }
  }

  return { ofContract, ofAway, ofStop, ofProgress, ofSchedule }
}

/** Schedules that have words of their own. */
const cronKeys: Record<string, string> = {
  '*/15 * * * *': 'quarter',
  '0 * * * *': 'hour',
  '0 2 * * *': 'night',
}
