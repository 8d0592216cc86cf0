import { QueryObserver } from '@tanstack/react-query'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { pollWhileDisconnected } from '../data/live/polling.js'
import { Refresher } from '../data/live/refresher.js'
import { createQueryClient } from '../data/query_client.js'

const meta: Meta = {
  title: 'Shell/Polling',
  render: () => <p>The console refetches stale data while the stream is disconnected.</p>,
}
export default meta
type Story = StoryObj

/** Red when no query is refetched while the stream is disconnected, or a query that follows no event is. */
export const RefetchesStaleData: Story = {
  play: async () => {
    const client = createQueryClient()
    const away = new AbortController()
    const { signal } = away
    const reads = { assets: 0, settings: 0 }
    const leave = (['assets', 'settings'] as const).map((name) =>
      new QueryObserver(client, {
        queryKey: ['read', name, null],
        queryFn: () => ++reads[name],
      }).subscribe(() => undefined)
    )
    const refresher = new Refresher(client, [{ file_upload: ['assets'] }], signal)
    let live = false
    pollWhileDisconnected({ refresher, isLive: () => live, signal, maxAge: 60 })
    await waitFor(() => expect(reads.assets).toBeGreaterThan(1))
    live = true
    await waitFor(() => expect(client.isFetching()).toBe(0))
    // No event makes the settings stale.
    await expect(reads.settings).toBe(1)
    away.abort()
    leave.forEach((end) => end())
    client.clear()
  },
}
