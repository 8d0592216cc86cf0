import type { Session } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiClient } from '../data/api.js'
import { useRegistry } from '../registry/context.js'

/** Refetches the data that events make stale, while a person is signed in. */
export function Live({ api, session }: { api: ApiClient; session: Session }) {
  const client = useQueryClient()
  const { live } = useRegistry()
  const userId = session.user.id
  const tenantId = session.tenant?.id ?? ''
  // Everything that this page has read is newer than this event.
  const [from] = useState(session.eventsFrom)
  useEffect(() => {
    const away = new AbortController()
    const { signal } = away
    const name = `${api.channel}.live.${userId}.${tenantId}`
    import('../data/live/index.js').then(
      ({ follow }) => follow({ api, client, live, name, from, signal }),
      // The screens poll while this code is missing.
      () => undefined
    )
    return () => away.abort()
  }, [api, client, live, userId, tenantId, from])
  return null
}
