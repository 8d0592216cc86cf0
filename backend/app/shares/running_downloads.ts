import type { Readable } from 'node:stream'
import { onSeen } from '@crossdock/kernel/events'
import { perApplication } from '@crossdock/kernel/plugin'
import { shareRevoked } from './event_types.js'

const running = perApplication(() => new Map<string, Set<Readable>>())

/** Registers a running download, so that revoking the link ends it. */
export function trackDownload(shareId: string, bytes: Readable): void {
  const all = running()
  const streams = all.get(shareId) ?? new Set()
  all.set(shareId, streams.add(bytes))
  bytes.once('close', () => {
    streams.delete(bytes)
    if (streams.size === 0) all.delete(shareId)
  })
}

/** Ends running downloads in this process when any process revokes their link. */
export function watchRevocations(): void {
  const all = running()
  onSeen(({ eventType, targetId }) => {
    if (eventType !== shareRevoked.name) return
    for (const bytes of all.get(targetId ?? '') ?? []) {
      bytes.destroy(new Error('The link was revoked.'))
    }
  })
}
