import type { Readable } from 'node:stream'
import { onSeen } from '@crossdock/kernel/events'
import { perApplication } from '@crossdock/kernel/plugin'
import { shareRevoked } from './event_types.js'

const running = perApplication(() => new Map<string, Set<Readable>>())

/** Notes a download by a link, so that it ends with the link. */
export function noteRunning(shareId: string, bytes: Readable): void {
  const all = running()
  const beside = all.get(shareId) ?? new Set()
  all.set(shareId, beside.add(bytes))
  bytes.once('close', () => {
    beside.delete(bytes)
    if (beside.size === 0) all.delete(shareId)
  })
}

/** Cuts downloads of this process when their link is revoked, in whatever process that is done. */
export function watchRevocations(): void {
  const all = running()
  onSeen(({ eventType, targetId }) => {
    if (eventType !== shareRevoked.name) return
    for (const bytes of all.get(targetId ?? '') ?? []) {
      bytes.destroy(new Error('The link was revoked.'))
    }
  })
}
