import { ApiError, environmentKey, readKey, sessionKey, unsaved, useToast } from '@crossdock/admin/kit'
import { useQueryClient, type Query } from '@tanstack/react-query'
import { useStore, useTranslate } from 'ra-core'
import { useEffect } from 'react'

/** Who works here and where they may work is the same in all environments. */
const everywhere = [sessionKey, readKey('tenant/environments')].map(String)
const isOfEverywhere = ({ queryKey }: Query) => everywhere.includes(String(queryKey))

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'E_NO_ENVIRONMENT'

/**
 * Keeps what calls name as their environment at what was chosen on this tab. All that was read elsewhere is forgotten and
 * read anew. A choice that is there no more is dropped, and its person told.
 */
export function useKeptEnvironment(): void {
  const client = useQueryClient()
  const toast = useToast()
  const translate = useTranslate()
  const [kept, keep] = useStore<string | null>(environmentKey, null)

  useEffect(() => {
    const { dataset } = document.documentElement
    if ((dataset.environment ?? null) === kept) return
    // A form that was filled in there would be saved here.
    unsaved.discard()
    if (kept === null) delete dataset.environment
    else dataset.environment = kept
    void client.resetQueries({ predicate: (query) => !isOfEverywhere(query) })
    // What was refused because the former one is gone.
    void client.refetchQueries({ predicate: ({ state }) => isGone(state.error) })
  }, [client, kept])

  useEffect(() => {
    if (kept === null) return
    let isDropped = false
    const drop = () => {
      // Whatever is read is refused at the same time.
      if (isDropped) return
      isDropped = true
      keep(null)
      toast({
        title: translate('shell.environment.gone'),
        description: translate('shell.environment.goneText'),
      })
    }
    const failed = client.getQueryCache().findAll({ predicate: ({ state }) => isGone(state.error) })
    if (failed.length > 0) return drop()
    return client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && isGone(query.state.error)) drop()
    })
  }, [client, kept, keep, toast, translate])
}
