import {
  isVisible,
  totalKey,
  useApi,
  usePermissions,
  useSession,
  type FirstStep,
} from '@crossdock/admin/kit'
import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRegistry } from '../../registry/context.js'
import { useKeptSteps } from './use_kept_steps.js'

export interface StepState extends Pick<FirstStep, 'id' | 'label' | 'to'> {
  isDone: boolean
  isSkipped: boolean
}

export interface FirstStepsState {
  /** Whether it is known which steps to show. */
  isKnown: boolean
  /** Empty when all steps are done or skipped, or when their state is unknown. */
  steps: readonly StepState[]
  skip: (id: string) => void
  dismiss: () => void
}

/** The setup steps of the organization that this person may take. */
export function useFirstSteps(): FirstStepsState {
  const api = useApi()
  const who = usePermissions()
  const user = useSession().data?.user
  const [kept, setKept] = useKeptSteps()
  const skipped = kept?.skipped ?? []
  const own = useRegistry().firstSteps.filter((step) => isVisible(step, who))
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
  const counted = own.map((step, at) => ({
    ...step,
    isDone: (reads[at]?.data ?? 0) >= (step.atLeast ?? 1),
    isSkipped: skipped.includes(step.id),
  }))
  const name: StepState = {
    id: 'name',
    label: 'start.name',
    to: '',
    isDone: Boolean(user?.firstName || user?.lastName),
    isSkipped: skipped.includes('name'),
  }
  // The name does not count: a missing name alone does not show the checklist.
  const areAllDone = counted.every((step) => step.isDone || step.isSkipped)
  const isOver = isKnown && areAllDone
  useEffect(() => {
    // The checklist stays hidden, even if the last file is deleted later.
    if (isOver) setKept((before) => ({ ...before, isOver: true }))
  }, [isOver, setKept])
  // A step whose check failed may be done already.
  const isShown = isKnown && !areAllDone && reads.every(({ error }) => !error)
  return {
    isKnown,
    steps: isShown ? [name, ...counted] : [],
    skip: (id) => setKept((before) => ({ ...before, skipped: [...(before?.skipped ?? []), id] })),
    dismiss: () => setKept((before) => ({ ...before, isOver: true })),
  }
}
