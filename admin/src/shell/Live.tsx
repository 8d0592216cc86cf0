import type { Session } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiClient } from '../data/api.js'
import { useRegistry } from '../registry/context.js'

/** As long as somebody is signed in, what they see follows what happens. */
export function Live({ api, session }: { api: ApiClient; session: Session }) {
  const client = useQueryClient()
  const { live } = useRegistry()
  const userId = session.user.id
  const tenantId = session.tenant?.id ?? ''
  useEffect(() => {
    const away = new AbortController()
    const { signal } = away
    const name = `${api.channel}.live.${userId}.${tenantId}`
    import('../data/live/index.js').then(
      ({ follow }) => follow({ api, client, live, name, signal }),
      // Without its code the screens ask from time to time.
      () => undefined
    )
    return () => away.abort()
  }, [api, client, live, userId, tenantId])
  return null
}
