import { environmentKey, readKey, unsaved, useEnvironments } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useStore } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { isGone, isInactive } from './refusals.js'

export interface GoneEnvironment {
  /** The name of the environment, if known. */
  name: string | undefined
  /** Whether forms in the environment had unsaved input. */
  hadUnsaved: boolean
}

/**
 * Resets the choice of an environment that no longer exists: it is not in the list, or calls to it are refused.
 * @returns the former environment, until the person dismisses the notice
 */
export function useGoneEnvironment() {
  const client = useQueryClient()
  const [kept, keep] = useStore<string | null>(environmentKey, null)
  const [gone, setGone] = useState<GoneEnvironment>()
  const { environments } = useEnvironments()
  const listed = environments.find(({ id }) => id === kept)
  const isMissing = kept !== null && environments.length > 0 && !listed
  const known = useRef(listed)
  useEffect(() => {
    if (listed) known.current = listed
  }, [listed])

  useEffect(() => {
    if (kept === null) return
    let isDropped = false
    const drop = () => {
      // Several reads fail at the same time. Act only once.
      if (isDropped) return
      isDropped = true
      const name = known.current?.id === kept ? known.current.displayName : undefined
      setGone({ name, hadUnsaved: unsaved.dirtyForms().length > 0 })
      keep(null)
      void client.invalidateQueries({ queryKey: readKey('tenant/environments') })
    }
    const checkError = (error: unknown) => {
      if (isGone(error)) drop()
      else if (isInactive(error)) {
        void client.invalidateQueries({ queryKey: readKey('tenant/environments') })
      }
    }
    const queries = client.getQueryCache()
    if (isMissing || queries.findAll({ predicate: ({ state }) => isGone(state.error) }).length > 0)
      return drop()
    const subscriptions = [
      queries.subscribe(({ type, query }) => {
        if (type === 'updated' && isGone(query.state.error)) drop()
      }),
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated') checkError(mutation.state.error)
      }),
    ]
    return () => subscriptions.forEach((unsubscribe) => unsubscribe())
  }, [client, kept, keep, isMissing])

  return { gone, dismiss: () => setGone(undefined) }
}
