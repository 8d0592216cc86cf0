import type { ParkedEvent } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'

const MOST = 1000

export interface ParkedOptions {
  state?: string
  consumer?: string
  limit: string
}

export async function listParked(factory: Factory, options: ParkedOptions): Promise<void> {
  const limit = wholeNumber('--limit', options.limit, MOST)
  const api = await factory.api()
  const filter = { state: options.state, consumer: options.consumer }
  const { rows, total } = await api.page<ParkedEvent>('/api/events/parked', { filter }, 0, limit)
  await factory.printList(
    rows,
    [
      { title: 'Id', text: (one) => one.id, whole: true },
      { title: 'Consumer', text: (one) => one.consumer },
      { title: 'Event', text: (one) => one.eventType },
      {
        title: 'State',
        text: (one) => one.state,
        style: (one, colors) => (one.state === 'failed' ? colors.red : colors.yellow),
      },
      { title: 'Tries', text: (one) => String(one.tries), align: 'right' },
      {
        title: 'Next',
        text: (one) => formatRelative(one.retryAt),
        raw: (one) => one.retryAt ?? '',
      },
      { title: 'Error', text: (one) => one.lastError ?? '' },
    ],
    'No parked events.'
  )
  noteTruncation(factory, rows.length, total, 'parked events')
}
