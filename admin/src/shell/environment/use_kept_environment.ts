import { environmentKey, readKey, sessionKey, unsaved } from '@crossdock/admin/kit'
import { useQueryClient, type Query } from '@tanstack/react-query'
import { useStore } from 'ra-core'
import { useEffect } from 'react'
import { isGone } from './refusals.js'

/** Who works here and where they may work is the same in all environments. */
const everywhere = [sessionKey, readKey('tenant/environments')].map(String)
const isOfEverywhere = ({ queryKey }: Query) => everywhere.includes(String(queryKey))

/**
 * Keeps what calls name as their environment at what was chosen on this tab. All that was read elsewhere is forgotten and
 * read anew; a form that was filled in there goes, or it would be saved here.
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
    void client.resetQueries({ predicate: (query) => !isOfEverywhere(query) })
    // What was refused because the former one is gone.
    void client.refetchQueries({ predicate: ({ state }) => isGone(state.error) })
  }, [client, kept])
}
