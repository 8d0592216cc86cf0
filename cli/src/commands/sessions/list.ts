import type { UserSession } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { formatRelative } from '../../output/format.js'
import { personId } from './person.js'

export interface ListSessionsOptions {
  user?: string
}

export async function listSessions(factory: Factory, options: ListSessionsOptions): Promise<void> {
  const api = await factory.api()
  const userId = await personId(api, options.user)
  const sessions = await api.all<UserSession>('/api/sessions', { filter: { userId } })
  await factory.printList(
    sessions,
    [
      { title: 'Browser', text: ({ browser }) => browser ?? 'unknown' },
      { title: 'System', text: ({ system }) => system ?? 'unknown' },
      { title: 'Address', text: ({ ip }) => ip ?? '' },
      {
        title: 'Signed in',
        text: ({ createdAt }) => formatRelative(createdAt),
        raw: ({ createdAt }) => createdAt,
      },
      {
        title: 'Last used',
        text: ({ lastSeenAt }) => formatRelative(lastSeenAt),
        raw: ({ lastSeenAt }) => lastSeenAt,
      },
      // Sessions of one day differ only at the end of their ids.
      { title: 'Id', text: ({ id }) => id.slice(-8), raw: ({ id }) => id },
    ],
    'No sessions.'
  )
}
