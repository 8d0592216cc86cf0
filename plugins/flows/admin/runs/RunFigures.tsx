import type { Execution } from '@crossdock/client'
import { formatDate, formatTime, StatStrip, type ToneName } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { durationText, timesOf } from './duration.js'
import { displayedStatus } from './run_texts.js'

const tones: Record<string, ToneName> = {
  pending: 'neutral',
  running: 'info',
  waiting: 'warning',
  completed: 'success',
  failed: 'danger',
  cancelled: 'warning',
}

/** Status and figures of the run. The duration excludes waits, which are shown next to it. */
export function RunFigures({ run }: { run: Execution }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.run.${key}`, values)
  const status = displayedStatus(run)
  const { work, wait } = timesOf(run)
  const { startedAt, completedSteps: done, totalSteps: total, failedSteps: count } = run
  return (
    <StatStrip
      figures={[
        { label: text('status'), value: text(`state.${status}`), tone: tones[status] ?? 'neutral' },
        {
          label: text('steps'),
          value: text('stepsDone', { done, total }),
          hint: count > 0 ? text('stepsFailed', { count }) : undefined,
        },
        {
          label: text('duration'),
          value: durationText(work),
          hint: wait
            ? text('andWait', { wait: durationText(wait) })
            : work === null
              ? text('open')
              : undefined,
        },
        {
          label: text('started'),
          value: startedAt ? formatTime(startedAt) : '–',
          hint: startedAt ? formatDate(startedAt) : text('notStarted'),
        },
      ]}
    />
  )
}
