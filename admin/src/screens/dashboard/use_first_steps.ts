import {
  isVisible,
  totalKey,
  useApi,
  usePermissions,
  useSession,
  type FirstStep,
} from '@crossdock/admin/kit'
import { useQueries } from '@tanstack/react-query'
import { useStore } from 'ra-core'
import { useEffect } from 'react'
import { useRegistry } from '../../registry/context.js'

export interface StepState extends FirstStep {
  isDone: boolean
}

interface FirstStepsState {
  /** Whether it is clear what there is to show. */
  isKnown: boolean
  /** None once everything was done, or the person wants no more of it. */
  steps: readonly StepState[]
  dismiss: () => void
}

/** The first day's checklist of this person in this organization. */
export function useFirstSteps(): FirstStepsState {
  const api = useApi()
  const who = usePermissions()
  const tenant = useSession().data?.tenant
  // It stays away, also when the last file is deleted some day.
  const [isOver, setOver] = useStore(`dashboard.firstSteps.${tenant?.id ?? 'none'}`, false)
  const { firstSteps } = useRegistry()
  const own = tenant && !isOver ? firstSteps.filter((step) => isVisible(step, who)) : []
  const reads = useQueries({
    queries: own.map(({ resource, filter }) => ({
      queryKey: totalKey(resource, filter && { filter: JSON.stringify(filter) }),
      queryFn: async () => {
        const newest = { range: [0, 0], sort: ['createdAt', 'DESC'] } as const
        return (await api.list(resource, { ...newest, filter: { ...filter } })).total
      },
    })),
  })
  const isKnown = reads.every(({ isPending }) => !isPending)
  const steps = own.map((step, at) => ({ ...step, isDone: (reads[at]?.data ?? 0) > 0 }))
  const isThrough = own.length > 0 && steps.every(({ isDone }) => isDone)
  useEffect(() => {
    if (isThrough) setOver(true)
  }, [isThrough, setOver])
  // What could not be asked might be done long ago.
  const isShown = isKnown && !isThrough && reads.every(({ error }) => !error)
  return { isKnown, steps: isShown ? steps : [], dismiss: () => setOver(true) }
}
