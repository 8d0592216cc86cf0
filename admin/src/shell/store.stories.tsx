import { sessionKey, type Session } from '@crossdock/admin/kit'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient } from '@tanstack/react-query'
import { expect } from 'storybook/test'
import { sessions } from '../../.storybook/sessions.js'
import { createStore } from '../data/store.js'

const meta: Meta = {
  title: 'Shell/What a browser keeps',
  render: () => <p>What a browser keeps of those who sit at it.</p>,
  beforeEach: () => {
    localStorage.clear()
    return () => localStorage.clear()
  },
}
export default meta
type Story = StoryObj

const mara = sessions.member!
const ada: Session = { ...mara, user: { ...mara.user, id: 'usr_2' }, preferences: {} }

/** Red when only what the server keeps is forgotten: the palette names files of whoever sat here before. */
export const NothingOfWhoeverSatHereBefore: Story = {
  play: async () => {
    const client = new QueryClient()
    const sent: unknown[] = []
    const store = createStore(client, { putAside: async (_path, body) => void sent.push(body) })
    client.setQueryData(sessionKey, mara)
    store.setItem('palette.recent', [{ key: 'files:1', label: 'Takeover offer.pdf' }])
    store.setItem('list.assets.views', [{ name: 'Secret' }])
    store.setItem('theme', 'dark')
    // The session ended, and somebody else signs in.
    client.setQueryData(sessionKey, null)
    client.setQueryData(sessionKey, ada)
    await expect(store.getItem('palette.recent')).toBeUndefined()
    await expect(store.getItem('list.assets.views')).toBeUndefined()
    await expect(store.getItem('theme')).toBe('dark')
    await store.flush()
    await expect(sent).toEqual([])
    await expect(JSON.stringify({ ...localStorage })).not.toContain('Takeover')
  },
}
