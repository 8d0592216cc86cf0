import { clock } from '@crossdock/kernel/database'
import { nextTime } from '@crossdock/kernel/jobs'
import type { SyncDirection } from '../contracts/names.js'
import type { SyncContract } from '../models/sync_contract.js'

/** An external system reports no changes, so a continuous contract lists its files at this interval. */
const pollMs = 5 * 60_000

/** Sets the columns that are derived from other columns. */
export function derive(contract: SyncContract): void {
  const { source, target } = { source: contract.endOf('source'), target: contract.endOf('target') }
  const isLocalTarget = target.type === 'local_folder' && source.type !== 'local_folder'
  const [local, remote] = isLocalTarget ? [target, source] : [source, target]
  contract.merge({
    syncMode: contract.scheduleConfig.mode,
    syncDirection: directionOf(contract),
    localPath: local.config.path,
    remotePath: remote.config.path,
    nextRunAt: nextRunOf(contract),
  })
}

function directionOf({ syncRules, sourceType, targetType }: SyncContract): SyncDirection {
  if (syncRules.bidirectional) return 'bidirectional'
  if (sourceType === targetType) return 'one_way'
  if (sourceType === 'local_folder') return 'upload'
  return targetType === 'local_folder' ? 'download' : 'one_way'
}

/**
 * Returns when the next run starts automatically, by the schedule or to list an external system; null for
 * never.
 */
export function nextRunOf({
  isActive,
  scheduleConfig: { mode, cron, timezone = 'UTC' },
  sourceType,
  targetType,
}: SyncContract): string | null {
  if (!isActive || mode === 'manual') return null
  if (mode === 'schedule') return cron ? nextTime(cron, timezone, clock.date()).toISOString() : null
  const isPolled = sourceType === 'external_system' || targetType === 'external_system'
  return isPolled ? new Date(clock.now() + pollMs).toISOString() : null
}
