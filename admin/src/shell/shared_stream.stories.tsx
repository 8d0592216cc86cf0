import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import type { EventBatch } from '../data/live/connect.js'
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

/** The server's end of the streams of one browser. */
class Server {
  /** The event each connection asked to start after. */
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
  send = (id: string, type: string) => this.say(`id: ${id}\ndata: ${JSON.stringify({ type })}\n\n`)
  end = () => this.#feed!.close()
}

/** A tab, with the calls its stream has made. */
function tab(name: string, server: Server, from: string | null = null) {
  const left = new AbortController()
  const calls: string[] = []
  const stream = new SharedStream({
    name,
    open: server.open,
    from,
    signal: left.signal,
    onBegin: () => void calls.push('begins'),
    onEvents: ({ types }: EventBatch) => void calls.push(...types),
    connectionChanged: (isUp) => void calls.push(isUp ? 'up' : 'down'),
  })
  const leave = () => left.abort()
  open.push({ leave })
  return { stream, calls, leave }
}
const hasCalls = (calls: string[], ...words: string[]) =>
  waitFor(() => expect(calls).toEqual(words))
const asked = (server: Server, times: number) =>
  waitFor(() => expect(server.asked).toHaveLength(times))

/** Red when each tab opens its own stream: a browser allows all tabs together only six connections. */
export const OneForTwoTabs: Story = {
  play: async () => {
    const server = new Server()
    const name = crypto.randomUUID()
    const first = tab(name, server)
    await asked(server, 1)
    server.say('id: 7\n\n')
    await hasCalls(first.calls, 'up', 'begins')
    // A tab opened later learns immediately that the stream is up, and rereads what it may have missed.
    const second = tab(name, server)
    await hasCalls(second.calls, 'begins', 'up')
    server.send('8', 'file_upload')
    await hasCalls(first.calls, 'up', 'begins', 'file_upload')
    await hasCalls(second.calls, 'begins', 'up', 'file_upload')
    await expect(server.asked).toEqual([undefined])
  },
}

/** Red when no tab takes over for a closed one, or the new one does not resume after the last event. */
export const TheNextTabGoesOn: Story = {
  play: async () => {
    const server = new Server()
    const name = crypto.randomUUID()
    const first = tab(name, server)
    await asked(server, 1)
    server.say('id: 7\n\n')
    const second = tab(name, server)
    await hasCalls(second.calls, 'begins', 'up')
    server.send('8', 'file_upload')
    await hasCalls(second.calls, 'begins', 'up', 'file_upload')
    first.leave()
    await asked(server, 2)
    await expect(server.asked[1]).toBe('8')
    server.send('9', 'folder_create')
    await hasCalls(second.calls, 'begins', 'up', 'file_upload', 'folder_create')
    await expect(first.calls.at(-1)).toBe('down')
  },
}

/** Red when the other tabs do not notice that the stream has ended, and do not poll. */
export const AllHearThatItEnded: Story = {
  play: async () => {
    const server = new Server()
    const name = crypto.randomUUID()
    const first = tab(name, server)
    await asked(server, 1)
    // The next attempt follows immediately.
    server.say('retry: 1\nid: 7\n\n')
    const second = tab(name, server)
    await hasCalls(second.calls, 'begins', 'up')
    server.end()
    await waitFor(() => expect(second.calls).toContain('down'))
    await expect(first.calls).toContain('down')
    await asked(server, 2)
    await expect(server.asked[1]).toBe('7')
    server.send('8', 'file_upload')
    await hasCalls(second.calls, 'begins', 'up', 'down', 'up', 'file_upload')
  },
}

/** Red when a page that knows the position of its reads rereads them, or follows from another position. */
export const StartsAtThePositionOfThePage: Story = {
  play: async () => {
    const server = new Server()
    const name = crypto.randomUUID()
    const first = tab(name, server, '6')
    await asked(server, 1)
    await expect(server.asked[0]).toBe('6')
    server.say('id: 6\n\n')
    await hasCalls(first.calls, 'up')
    server.send('7', 'file_upload')
    await hasCalls(first.calls, 'up', 'file_upload')
    // One tab that has read everything, and one that has not.
    const same = tab(name, server, '7')
    await hasCalls(same.calls, 'up')
    const older = tab(name, server, '6')
    await hasCalls(older.calls, 'begins', 'up')
  },
}

/** Red when the page assumes that it has missed nothing although the server cannot replay events. */
export const ResetReadsAgain: Story = {
  play: async () => {
    const server = new Server()
    const { calls } = tab(crypto.randomUUID(), server)
    await asked(server, 1)
    server.say('id: 7\n\n')
    await hasCalls(calls, 'up', 'begins')
    server.say('id: 90\nevent: reset\ndata: {}\n\n')
    await hasCalls(calls, 'up', 'begins', 'begins')
  },
}

/** Red when a connection with an invalid message stays open: the next one would open in addition. */
export const NoneIsLeftOpen: Story = {
  play: async () => {
    const server = new Server()
    const { calls } = tab(crypto.randomUUID(), server)
    await asked(server, 1)
    server.say('retry: 1\nid: 7\n\n')
    await hasCalls(calls, 'up', 'begins')
    server.say('id: 8\ndata: not JSON\n\n')
    await waitFor(() => expect(calls).toContain('down'))
    await expect(server.cancelled).toBe(1)
  },
}
