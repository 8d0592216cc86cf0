import { environmentKey, readKey, sessionKey, unsaved } from '@crossdock/admin/kit'
import { useQueryClient, type Query } from '@tanstack/react-query'
import { useStore } from 'ra-core'
import { useEffect } from 'react'
import { isGone } from './refusals.js'

/** The query keys of data that is the same in all environments: the session and the list of environments. */
const sharedKeys = [sessionKey, readKey('tenant/environments')].map(String)
const isShared = ({ queryKey }: Query) => sharedKeys.includes(String(queryKey))

/**
 * Makes calls name the environment that is chosen on this tab. After a change, data of the previous environment is
 * removed and reloaded, and open forms close, because they would be saved in the new environment.
 */
export function useKeptEnvironment(): void {
  const client = useQueryClient()
  const [kept] = useStore<string | null>(environmentKey, null)

  useEffect(() => {
    const { dataset } = document.documentElement
    if ((dataset.environment ?? null) === kept) return
    unsaved.discard()
    if (kept === null) delete dataset.environment
    else dataset.environment = kept
    void client.resetQueries({ predicate: (query) => !isShared(query) })
    // Repeat the reads that failed because the former environment was deleted.
    void client.refetchQueries({ predicate: ({ state }) => isGone(state.error) })
  }, [client, kept])
}
