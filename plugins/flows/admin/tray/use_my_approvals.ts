import type { Approval } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'

/** The polling interval (ms) while the event stream is disconnected. Longer than for runs: people decide slowly. */
const POLL = 30_000

/** Approvals that wait for the current person, newest first. */
export function useMyApprovals(): readonly Approval[] {
  const { data = none } = useRead<Approval[]>('approvals', {
    query: { filter: '{"scope":"mine"}', range: '[0,99]' },
    refetchInterval: POLL,
  })
  return data
}

const none: readonly Approval[] = []
