import type { Promotion } from '@crossdock/client'
import { useApi } from '@crossdock/admin/kit'
import { useQuery } from '@tanstack/react-query'
import { promotionsPath, type Chosen } from './model.js'

/** The plan of a promotion. Read again each time the dialog opens, because anything may have changed. */
export function usePromotionPlan(sourceId: string, targetId: string, workflows: readonly Chosen[]) {
  const api = useApi()
  const workflowIds = workflows.map(({ id }) => id)
  const path = promotionsPath(sourceId)
  return useQuery<Promotion, Error>({
    queryKey: ['promotion-plan', path, targetId, workflowIds],
    queryFn: () =>
      api.action<Promotion>({
        path,
        method: 'POST',
        body: { targetId, workflowIds, dryRun: true },
      }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnMount: 'always',
    retry: false,
  })
}
