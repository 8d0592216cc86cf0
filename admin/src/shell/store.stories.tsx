import { sessionKey, type Session } from '@crossdock/admin/kit'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient } from '@tanstack/react-query'
import { expect, waitFor } from 'storybook/test'
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

/** Red when only what the server keeps is removed: the palette names files of the previous person. */
export const NothingOfThePreviousPerson: Story = {
  play: async () => {
    const client = new QueryClient()
    const sent: unknown[] = []
    const store = createStore(client, {
      putInBackground: async (_path, body) => void sent.push(body),
    })
    client.setQueryData(sessionKey, mara)
    store.setItem('palette.recent', [{ key: 'files:1', label: 'Takeover offer.pdf' }])
    store.setItem('list.assets.views', [{ name: 'Secret' }])
    store.setItem('theme', 'dark')
    // The session ended, and another person signs in.
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

/** Red when a visit writes: screens set values that they have read. */
export const NothingIsSentThatIsKeptAlready: Story = {
  play: async () => {
    const client = new QueryClient()
    const sent: unknown[] = []
    const store = createStore(client, {
      putInBackground: async (_path, body) => void sent.push(body),
    })
    client.setQueryData(sessionKey, { ...mara, preferences: { 'list.assets.columns': ['name'] } })
    store.setItem('list.assets.columns', ['name'])
    await store.flush()
    await expect(sent).toEqual([])
    store.setItem('list.assets.columns', ['name', 'size'])
    await store.flush()
    await expect(sent).toEqual([{ values: { 'list.assets.columns': ['name', 'size'] } }])
  },
}

/** A server that keeps preferences. The story decides when each call is answered. */
function keeper() {
  const calls: { values: Record<string, unknown>; answer: () => void; refuse: () => void }[] = []
  const putInBackground = (_path: string, body: unknown) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const { values } = body as { values: Record<string, unknown> }
    calls.push({ values, answer: resolve, refuse: () => reject(new Error('Out of reach.')) })
    return promise
  }
  const client = new QueryClient()
  const store = createStore(client, { putInBackground })
  const signIn = (preferences: Session['preferences']) =>
    client.setQueryData(sessionKey, { ...mara, preferences })
  return { calls, store, signIn, client }
}
const sentTimes = (calls: readonly unknown[], times: number) =>
  waitFor(() => expect(calls).toHaveLength(times))

/** Red when the session overwrites changes that the server does not know yet. */
export const WhatIsNotSentYetStays: Story = {
  play: async () => {
    const { calls, store, signIn } = keeper()
    signIn({ theme: 'light', 'list.assets': ['size'] })
    store.setItem('theme', 'dark')
    store.setItem('list.runs', ['flow'])
    signIn({ theme: 'light', 'list.assets': [] })
    await expect(store.getItem('theme')).toBe('dark')
    await expect(store.getItem('list.runs')).toEqual(['flow'])
    await expect(store.getItem('list.assets')).toEqual([])
    await sentTimes(calls, 1)
    await expect(calls[0]!.values).toEqual({ theme: 'dark', 'list.runs': ['flow'] })
    // Another window received the focus.
    calls[0]!.answer()
    await store.flush()
    signIn({ theme: 'dark', 'list.assets': [] })
    await expect(store.getItem('list.runs')).toBeUndefined()
  },
}

/** Red when unsent values are lost, or wait for the next change instead of the next sign-in. */
export const WhatCouldNotBeSentGoesWithTheNextSession: Story = {
  play: async () => {
    const { calls, store, signIn, client } = keeper()
    signIn({})
    store.setItem('theme', 'dark')
    await sentTimes(calls, 1)
    calls[0]!.refuse()
    client.setQueryData(sessionKey, null)
    signIn({ theme: 'light' })
    await expect(store.getItem('theme')).toBe('dark')
    await sentTimes(calls, 2)
    await expect(calls[1]!.values).toEqual({ theme: 'dark' })
  },
}

/** Red when two requests run at the same time (the older may arrive last), or later changes count as sent. */
export const OneAfterTheOther: Story = {
  play: async () => {
    const { calls, store, signIn } = keeper()
    signIn({})
    store.setItem('theme', 'dark')
    const first = store.flush()
    await sentTimes(calls, 1)
    store.setItem('theme', 'light')
    const second = store.flush()
    await Promise.resolve()
    await expect(calls).toHaveLength(1)
    calls[0]!.answer()
    await first
    await sentTimes(calls, 2)
    await expect(calls[1]!.values).toEqual({ theme: 'light' })
    calls[1]!.answer()
    await second
  },
}

/** Red when values that belong to this browser alone are sent, too. */
export const OnlyWhatIsPersonalIsSent: Story = {
  play: async () => {
    const { calls, store, signIn } = keeper()
    signIn({})
    store.setItem('assets.selectedIds', ['a'])
    store.setItem('palette.recent', [{ key: 'files:1', label: 'Takeover offer.pdf' }])
    store.setItem('list.assets', ['size'])
    const sending = store.flush()
    await sentTimes(calls, 1)
    await expect(Object.keys(calls[0]!.values)).not.toContain('palette.recent')
    calls[0]!.answer()
    await sending
  },
}
