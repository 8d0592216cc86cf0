import type { FailingSystem } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'

/** Active systems whose newest calls failed. */
export const useFailing = (): FailingSystem[] =>
  useRead<FailingSystem[]>('integrations/systems/failing', { refetchInterval: 30_000 }).data ?? []
