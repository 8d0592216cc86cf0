import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import type { FakeRequest } from '../../.storybook/fake_api.js'
import { sessions } from '../../.storybook/sessions.js'
import { FakeStream } from '../../.storybook/fake_stream.js'
import { asset, FakeLibrary } from '../screens/assets/stories/fake_library.js'

const library = new FakeLibrary()
const stream = new FakeStream()
let reads = 0
let cuts = 0

const meta: Meta = {
  title: 'Shell/Live',
  beforeEach: () => {
    library.reset([asset({ id: 'cmr', name: 'CMR-02211.pdf' })])
    stream.reset()
    reads = 0
    cuts = 0
  },
  parameters: {
    route: '/assets',
    api: {
      ...library.api,
      'GET /assets': (request: FakeRequest) => {
        reads += 1
        const read = library.api['GET /assets'] as (request: FakeRequest) => unknown
        return read(request)
      },
      'GET /flow-executions': [],
      'GET /events/stream': stream.answer,
    },
  },
}
export default meta
type Story = StoryObj

const add = (...names: string[]) => {
  library.assets = [...library.assets, ...names.map((name) => asset({ id: name, name }))]
}
const heard = () => waitFor(() => expect(stream.isHeard).toBe(true))

/** Red when a list does not update until it is opened or reloaded. */
export const AListMovesByItself: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('CMR-02211.pdf')
    await heard()
    add('waybill-1.pdf')
    stream.send('file_upload')
    await expect(await canvas.findByText('waybill-1.pdf')).toBeVisible()
  },
}

/** Red when events during the load of the screen are lost. */
export const NothingIsMissedBeforeTheStreamBegins: Story = {
  parameters: {
    api: {
      'GET /events/stream': (request: FakeRequest) => {
        add('waybill-1.pdf')
        return stream.answer(request)
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('waybill-1.pdf')).toBeVisible()
  },
}

/** Red when the start of the stream causes reloads, or the stream skips events since the reads. */
export const NothingIsReadTwiceBecauseItBegins: Story = {
  parameters: { api: { 'GET /auth/me': { ...sessions.member, eventsFrom: '41' } } },
  play: async ({ canvas }) => {
    await canvas.findByText('CMR-02211.pdf')
    await heard()
    await expect(stream.asked).toEqual(['41'])
    const before = reads
    add('waybill-1.pdf')
    stream.send('file_upload')
    await expect(await canvas.findByText('waybill-1.pdf')).toBeVisible()
    // Folders, files and the tree's folders are three lists. The tree follows only folder events.
    await expect(before).toBe(3)
    await expect(reads).toBe(5)
  },
}

/** Red when each event reloads everything. */
export const ABurstIsReadOnce: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('CMR-02211.pdf')
    await heard()
    stream.send('folder_create')
    add('first.pdf')
    await canvas.findByText('first.pdf')
    const before = reads
    for (let at = 0; at < 10; at++) {
      stream.send('file_upload', 100)
      await new Promise((resolve) => setTimeout(resolve))
    }
    add('last.pdf')
    stream.send('file_upload')
    await expect(await canvas.findByText('last.pdf')).toBeVisible()
    // Folders and files are two lists.
    await expect(reads - before).toBeLessThanOrEqual(6)
  },
}

/** Red when a new connection starts over instead of after the last event. */
export const GoesOnBehindTheLastEvent: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('CMR-02211.pdf')
    await heard()
    add('waybill-1.pdf')
    stream.send('file_upload', 3)
    await canvas.findByText('waybill-1.pdf')
    stream.end()
    await heard()
    await expect(stream.asked).toEqual([null, '3'])
    add('waybill-2.pdf')
    stream.send('file_upload')
    await expect(await canvas.findByText('waybill-2.pdf')).toBeVisible()
  },
}

/** Red when a cut stream counts as an outage: each cut would then reload everything. */
export const AStreamThatIsCutIsNoOutage: Story = {
  parameters: {
    api: {
      'GET /events/stream': () => {
        cuts += 1
        return 'offline'
      },
    },
  },
  play: async ({ canvas }) => {
    await canvas.findByText('CMR-02211.pdf')
    const shown: string[] = []
    const watch = new MutationObserver(() => {
      if (screen.queryByText(/Retrying/)) shown.push('an outage')
    })
    watch.observe(document.body, { childList: true, subtree: true })
    await waitFor(() => expect(cuts).toBeGreaterThan(0))
    const before = reads
    const from = cuts
    await waitFor(() => expect(cuts).toBeGreaterThan(from))
    watch.disconnect()
    await expect(reads).toBe(before)
    await expect(shown).toEqual([])
  },
}

/** Red when one cut read counts as an outage, or when the page repeats it more than once. */
export const OneReadThatIsCutFailsAlone: Story = {
  parameters: {
    route: '/dashboard',
    api: {
      'GET /dashboard/metrics': { totalAssets: 1, activeUsers: 1, integrations: 1 },
      'GET /dashboard/activity': () => {
        cuts += 1
        return 'offline'
      },
      'GET /health': { components: {} },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/The server could not be reached/)).toBeVisible()
    await expect(screen.queryByText(/Retrying/)).toBeNull()
    // The first call and one repetition.
    await expect(cuts).toBe(2)
  },
}

/** Red when the stream continues after its person has left. */
export const EndsWithTheSession: Story = {
  parameters: { api: { 'POST /auth/logout': { status: 204 } } },
  play: async ({ canvas }) => {
    await canvas.findByText('CMR-02211.pdf')
    await heard()
    await userEvent.click(canvas.getByRole('button', { name: /user menu/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(stream.isHeard).toBe(false))
    await expect(stream.asked).toHaveLength(1)
  },
}
