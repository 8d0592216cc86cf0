import type { Approval } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { POLL } from '../runs/model.js'

/** What waits for one's own decision, newest first. */
export function useMyApprovals(): readonly Approval[] {
  const { data = none } = useRead<Approval[]>('approvals', {
    query: { filter: '{"scope":"mine"}', range: '[0,99]' },
    refetchInterval: POLL,
  })
  return data
}

const none: readonly Approval[] = []
