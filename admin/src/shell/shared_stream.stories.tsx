import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import type { News } from '../data/live/connect.js'
import { SharedStream } from '../data/live/shared_stream.js'

const meta: Meta = {
  title: 'Shell/One stream for all tabs',
  render: () => <p>Tabs of one browser share one stream.</p>,
  beforeEach: () => {
    const opened = open
    return () => opened.forEach(({ leave }) => leave())
  },
}
export default meta
type Story = StoryObj

const open: { leave: () => void }[] = []

/** What the server's end of the streams of one browser is. */
class Server {
  /** Behind which event each connection asked to begin. */
  asked: (string | undefined)[] = []
  cancelled = 0
  #feed: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined

  open = (after: string | undefined, signal: AbortSignal) => {
    this.asked.push(after)
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (feed) => {
        this.#feed = feed
        signal.addEventListener('abort', () => feed.error(signal.reason), { once: true })
      },
      cancel: () => void this.cancelled++,
    })
    return Promise.resolve(body)
  }
  say = (text: string) => this.#feed!.enqueue(new TextEncoder().encode(text))
  tell = (id: string, type: string) => this.say(`id: ${id}\ndata: ${JSON.stringify({ type })}\n\n`)
  end = () => this.#feed!.close()
}

/** A tab, with what it is told. */
function tab(name: string, server: Server, from: string | null = null) {
  const left = new AbortController()
  const told: string[] = []
  const stream = new SharedStream({
    name,
    open: server.open,
    from,
    signal: left.signal,
    begins: () => void told.push('begins'),
    hears: ({ types }: News) => void told.push(...types),
    turns: (isUp) => void told.push(isUp ? 'up' : 'down'),
  })
  const leave = () => left.abort()
  open.push({ leave })
  return { stream, told, leave }
}
const tells = (told: string[], ...words: string[]) => waitFor(() => expect(told).toEqual(words))
const asked = (server: Server, times: number) =>
  waitFor(() => expect(server.asked).toHaveLength(times))

/** Red when each tab opens its own: a browser gives all of them six connections. */
export const OneForTwoTabs: Story = {
  play: async () => {
    const server = new Server()
    const name = crypto.randomUUID()
    const first = tab(name, server)
    await asked(server, 1)
    server.say('id: 7\n\n')
    await tells(first.told, 'up', 'begins')
    // Opened later: it is told at once that there is one, and reads anew what it may have missed.
    const second = tab(name, server)
    await tells(second.told, 'begins', 'up')
    server.tell('8', 'file_upload')
    await tells(first.told, 'up', 'begins', 'file_upload')
    await tells(second.told, 'begins', 'up', 'file_upload')
    await expect(server.asked).toEqual([undefined])
  },
}

/** Red when nobody goes on for a tab that was closed, or goes on from anywhere but behind what was told last. */
export const TheNextTabGoesOn: Story = {
  play: async () => {
    const server = new Server()
    const name = crypto.randomUUID()
    const first = tab(name, server)
    await asked(server, 1)
    server.say('id: 7\n\n')
    const second = tab(name, server)
    await tells(second.told, 'begins', 'up')
    server.tell('8', 'file_upload')
    await tells(second.told, 'begins', 'up', 'file_upload')
    first.leave()
    await asked(server, 2)
    await expect(server.asked[1]).toBe('8')
    server.tell('9', 'folder_create')
    await tells(second.told, 'begins', 'up', 'file_upload', 'folder_create')
    await expect(first.told.at(-1)).toBe('down')
  },
}

/** Red when the other tabs believe in a stream that has ended, and poll nothing meanwhile. */
export const AllHearThatItEnded: Story = {
  play: async () => {
    const server = new Server()
    const name = crypto.randomUUID()
    const first = tab(name, server)
    await asked(server, 1)
    // The next try comes at once.
    server.say('retry: 1\nid: 7\n\n')
    const second = tab(name, server)
    await tells(second.told, 'begins', 'up')
    server.end()
    await waitFor(() => expect(second.told).toContain('down'))
    await expect(first.told).toContain('down')
    await asked(server, 2)
    await expect(server.asked[1]).toBe('7')
    server.tell('8', 'file_upload')
    await tells(second.told, 'begins', 'up', 'down', 'up', 'file_upload')
  },
}

/** Red when a page that knows where its reads stand reads them anew, or follows from anywhere else. */
export const BeginsWhereThePageStands: Story = {
  play: async () => {
    const server = new Server()
    const name = crypto.randomUUID()
    const first = tab(name, server, '6')
    await asked(server, 1)
    await expect(server.asked[0]).toBe('6')
    server.say('id: 6\n\n')
    await tells(first.told, 'up')
    server.tell('7', 'file_upload')
    await tells(first.told, 'up', 'file_upload')
    // One that has read all of it, and one that has not.
    const same = tab(name, server, '7')
    await tells(same.told, 'up')
    const older = tab(name, server, '6')
    await tells(older.told, 'begins', 'up')
  },
}

/** Red when it is believed that nothing was missed although the server says that it cannot tell. */
export const WhatCannotBeToldIsReadAnew: Story = {
  play: async () => {
    const server = new Server()
    const { told } = tab(crypto.randomUUID(), server)
    await asked(server, 1)
    server.say('id: 7\n\n')
    await tells(told, 'up', 'begins')
    server.say('id: 90\nevent: reset\ndata: {}\n\n')
    await tells(told, 'up', 'begins', 'begins')
  },
}

/** Red when a connection that says what nobody understands is left open: the next one opens beside it. */
export const NoneIsLeftOpen: Story = {
  play: async () => {
    const server = new Server()
    const { told } = tab(crypto.randomUUID(), server)
    await asked(server, 1)
    server.say('retry: 1\nid: 7\n\n')
    await tells(told, 'up', 'begins')
    server.say('id: 8\ndata: not JSON\n\n')
    await waitFor(() => expect(told).toContain('down'))
    await expect(server.cancelled).toBe(1)
  },
}
