import type { Approval } from '@crossdock/client'
import { useRead, useSession } from '@crossdock/admin/kit'
import { POLL } from '../runs/model.js'

/** What waits for one's own decision, newest first. */
export function useMyApprovals(): readonly Approval[] {
  const hasTenant = Boolean(useSession().data?.tenant)
  const { data = none } = useRead<Approval[]>('approvals', {
    query: { filter: '{"scope":"mine"}', range: '[0,99]' },
    enabled: hasTenant,
    refetchInterval: POLL,
  })
  return data
}

const none: readonly Approval[] = []
