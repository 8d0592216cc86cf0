import type { ActivityEntry } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'
import { filterOf, type ActivityOptions } from './filter.js'
import { assertKnownType } from './known_type.js'

const MOST = 1000

interface ListActivityOptions extends ActivityOptions {
  limit: string
}

export async function listActivity(factory: Factory, options: ListActivityOptions): Promise<void> {
  const limit = wholeNumber('--limit', options.limit, MOST)
  const filter = await filterOf(options, () => factory.api())
  const api = await factory.api()
  const { rows, total } = await api.page<ActivityEntry>('/api/activity', { filter }, 0, limit)
  if (rows.length === 0) await assertKnownType(api, options.type)
  await factory.printList(
    rows,
    [
      {
        title: 'When',
        text: (entry) => formatRelative(entry.createdAt),
        raw: (entry) => entry.createdAt,
      },
      { title: 'Who', text: (entry) => entry.userName ?? '' },
      { title: 'What', text: (entry) => entry.action },
      { title: 'Event', text: (entry) => entry.eventType ?? '', onlyPiped: true },
      { title: 'About', text: (entry) => entry.entityType ?? '', onlyPiped: true },
      { title: 'About id', text: (entry) => entry.entityId ?? '', onlyPiped: true },
      { title: 'Id', text: (entry) => entry.id, onlyPiped: true },
    ],
    'No matching activity.'
  )
  noteTruncation(factory, rows.length, total, 'entries')
}
