import type { System } from '@crossdock/client'
import { Fact, Facts, formatInteger, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

const states = [
  'waiting',
  'running',
  'scheduled',
  'held',
  'paused',
  'failed',
  'unknown',
] as (keyof NonNullable<System['queue']>)[]

interface QueueSectionProps {
  queue: NonNullable<System['queue']>
  workers: number | null
}

/** The jobs in the queue and the worker processes. */
export function QueueSection({ queue, workers }: QueueSectionProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`system.queue.${key}`)
  const count = (value: number) =>
    value >= queue.most
      ? translate('system.stat.orMore', { count: formatInteger(value) })
      : formatInteger(value)
  return (
    <Section title={text('title')} description={text('text')}>
      <Facts>
        {states.map((state) => (
          <Fact key={state} label={text(state)}>
            {count(queue[state])}
          </Fact>
        ))}
        {workers !== null && <Fact label={text('workers')}>{formatInteger(workers)}</Fact>}
      </Facts>
    </Section>
  )
}
