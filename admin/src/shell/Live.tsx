import type { Session } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiClient } from '../data/api.js'
import { useRegistry } from '../registry/context.js'

/** As long as one person is signed in, what they see follows what happens. */
export function Live({ api, session }: { api: ApiClient; session: Session }) {
  const client = useQueryClient()
  const { live } = useRegistry()
  const userId = session.user.id
  const tenantId = session.tenant?.id ?? ''
  // What was read for them was read later than this.
  const [from] = useState(session.eventsFrom)
  useEffect(() => {
    const away = new AbortController()
    const { signal } = away
    const name = `${api.channel}.live.${userId}.${tenantId}`
    import('../data/live/index.js').then(
      ({ follow }) => follow({ api, client, live, name, from, signal }),
      // Without its code the screens ask from time to time.
      () => undefined
    )
    return () => away.abort()
  }, [api, client, live, userId, tenantId, from])
  return null
}
