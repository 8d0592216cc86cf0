import type { AuditStatus } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { printDetails } from '../../output/details.js'

export async function showStatus(factory: Factory, { chain }: { chain?: string }): Promise<void> {
  const api = await factory.api()
  const status = await api.get<AuditStatus>('/api/audit/status', chain ? { chain } : {})
  if (factory.flags.json) return factory.printJson(status)
  const [key] = status.keys
  printDetails(factory, [
    ['Audit of', status.name ?? status.chain],
    ['Recorded up to', `entry ${status.sealedUpTo}`],
    ['Recorded at', status.sealedAt],
    ['Starts after', status.checkpoint && `entry ${status.checkpoint.seq}`],
    ['Last signed', status.lastHead && `entry ${status.lastHead.seq}`],
    ['Public key', key?.publicKey ?? null],
  ])
}
