import type { MiddlewareEvent } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'
import { assertKnownType } from '../activity/known_type.js'
import { filterOf, type FilterOptions } from './filter.js'

const MOST = 1000

interface ListOptions extends FilterOptions {
  limit: string
}

export async function listEvents(factory: Factory, options: ListOptions): Promise<void> {
  const limit = wholeNumber('--limit', options.limit, MOST)
  const filter = filterOf(options)
  const api = await factory.api()
  const { rows, total } = await api.page<MiddlewareEvent>('/api/events', { filter }, 0, limit)
  if (rows.length === 0 && !options.type?.includes(',')) await assertKnownType(api, options.type)
  await factory.printList(
    rows,
    [
      { title: 'Id', text: ({ id }) => id, whole: true },
      {
        title: 'When',
        text: ({ createdAt }) => formatRelative(createdAt),
        raw: ({ createdAt }) => createdAt,
      },
      { title: 'Event', text: ({ eventType }) => eventType },
      { title: 'About', text: ({ targetName, targetType }) => targetName ?? targetType ?? '' },
      { title: 'Who', text: ({ userName, actorType }) => userName ?? actorType },
      { title: 'Caused', text: ({ caused }) => causedText(caused) },
      {
        title: 'Status',
        text: ({ status }) => status,
        style: ({ status }, colors) =>
          status === 'failed' ? colors.red : status === 'parked' ? colors.yellow : String,
      },
    ],
    'No matching events.'
  )
  noteTruncation(factory, rows.length, total, 'events')
}

function causedText({ count, first }: MiddlewareEvent['caused']): string {
  if (!first) return ''
  const name = first.targetName ?? first.eventType
  return count === 1 ? name : `${name} and ${count - 1} more`
}
