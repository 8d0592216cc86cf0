import type { Execution } from '@crossdock/client'
import {
  formatDate,
  formatDuration,
  formatTime,
  StatCard,
  StatGrid,
  type ToneName,
} from '@crossdock/admin/kit'
import { CircleDot, ListTree, Play, Timer } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { displayedStatus } from './run_texts.js'
import { workTime } from './work_time.js'

const tones: Record<string, ToneName> = {
  pending: 'neutral',
  running: 'info',
  waiting: 'warning',
  completed: 'success',
  failed: 'danger',
  cancelled: 'warning',
}

/** Status and figures of the run. */
export function RunFigures({ run }: { run: Execution }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.run.${key}`, values)
  return (
    <StatGrid>
      <StatCard
        label={text('status')}
        value={text(`state.${displayedStatus(run)}`)}
        tone={tones[displayedStatus(run)]}
        hint={translate(`flows.trigger.${run.triggerType}`, { _: run.triggerType })}
        icon={CircleDot}
      />
      <StatCard
        label={text('steps')}
        value={text('stepsDone', { done: run.completedSteps, total: run.totalSteps })}
        hint={text('stepsFailed', { count: run.failedSteps })}
        icon={ListTree}
      />
      <StatCard
        label={text('duration')}
        value={formatDuration(durationOf(run))}
        hint={durationHint(run, text)}
        icon={Timer}
      />
      <StatCard
        label={text('started')}
        value={run.startedAt ? formatTime(run.startedAt) : '–'}
        hint={run.startedAt ? formatDate(run.startedAt) : text('notStarted')}
        icon={Play}
      />
    </StatGrid>
  )
}

/** Waiting time is shown separately when it is longer than a moment. */
function durationHint(run: Execution, text: (key: string, values?: object) => string): string {
  const duration = durationOf(run)
  const work = workTime(run.stepResults)
  if (duration !== null && duration - work >= 1_000) {
    return text('workAndWait', {
      work: formatDuration(work),
      wait: formatDuration(duration - work),
    })
  }
  return run.completedAt ? text('ended', { time: formatTime(run.completedAt) }) : text('open')
}

// A cancelled run may have no duration; compute it from its times.
const durationOf = ({ duration, startedAt, completedAt }: Execution) =>
  duration ?? (startedAt && completedAt ? Date.parse(completedAt) - Date.parse(startedAt) : null)
