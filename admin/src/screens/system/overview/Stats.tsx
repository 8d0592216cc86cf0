import type { System } from '@crossdock/client'
import { formatInteger, StatCard, StatGrid } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

const tones = { ok: 'success', degraded: 'warning', down: 'danger' } as const

/** The most important numbers. */
export function Stats({ system }: { system: System }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`system.stat.${key}`, values)
  const { health, queue, version, node } = system
  const count = (value: number) =>
    value >= (queue?.most ?? Infinity) ? text('orMore', { count: formatInteger(value) }) : value
  return (
    <StatGrid>
      <StatCard
        label={text('status')}
        value={health ? translate(`system.status.${health.status}`) : '–'}
        tone={health ? tones[health.status] : 'neutral'}
        hint={text('components', {
          smart_count: Object.keys(health?.components ?? {}).length,
        })}
      />
      <StatCard label={text('version')} value={version} hint={`Node.js ${node}`} />
      <StatCard
        label={text('failedJobs')}
        value={queue ? count(queue.failed) : '–'}
        hint={text('all')}
        to="/system?tab=jobs"
      />
      <StatCard
        label={text('parkedEvents')}
        value={queue ? count(queue.parkedWaiting + queue.parkedFailed) : '–'}
        hint={text('parkedHint')}
        to="/system?tab=events"
      />
    </StatGrid>
  )
}
