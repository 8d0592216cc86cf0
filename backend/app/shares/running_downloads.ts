import type { Readable } from 'node:stream'
import { onSeen } from '@crossdock/kernel/events'
import { perApplication } from '@crossdock/kernel/plugin'
import { shareRevoked } from './event_types.js'

const running = perApplication(() => new Map<string, Set<Readable>>())

/** Records a running download of a link, so that it ends with the link. */
export function trackDownload(shareId: string, bytes: Readable): void {
  const all = running()
  const streams = all.get(shareId) ?? new Set()
  all.set(shareId, streams.add(bytes))
  bytes.once('close', () => {
    streams.delete(bytes)
    if (streams.size === 0) all.delete(shareId)
  })
}

/** Ends downloads of this process when any process revokes their link. */
export function watchRevocations(): void {
  const all = running()
  onSeen(({ eventType, targetId }) => {
    if (eventType !== shareRevoked.name) return
    for (const bytes of all.get(targetId ?? '') ?? []) {
      bytes.destroy(new Error('The link was revoked.'))
    }
  })
}
