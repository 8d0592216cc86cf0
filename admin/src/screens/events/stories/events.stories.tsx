import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { sample } from '../../../../.storybook/sample.js'

const asked = fn()
const dropped = fn()
const retried = fn()

const time = (at: number) => new Date(Date.now() - at * 90_000).toISOString()
const none = { count: 0, first: null }
const event = (at: number, part: object) =>
  sample('MiddlewareEvent', {
    id: `ev_${at}`,
    rootId: `ev_${at}`,
    createdAt: time(at),
    status: 'processed',
    actorType: 'user',
    caused: none,
    payload: {},
    ...part,
  })

const upload = {
  eventType: 'file_upload',
  group: 'assets',
  targetType: 'asset',
  targetId: 'ast_1',
  targetName: 'invoice-1189.xml',
  action: 'Uploaded invoice-1189.xml',
  payload: { assetId: 'ast_1', name: 'invoice-1189.xml', size: 6120 },
}

const events = [
  event(0, {
    ...upload,
    targetName: 'arrival-2071.csv',
    caused: { count: 1, first: { eventType: 'flow_started', targetName: 'Arrivals to customs' } },
  }),
  event(1, { ...upload, status: 'parked', retryCount: 3 }),
  event(2, {
    eventType: 'flow_failed',
    group: 'flows',
    targetType: 'flow_execution',
    targetId: 'run_1',
    targetName: 'Announce invoices',
    status: 'pending',
  }),
]

const { caused: _caused, ...parkedFacts } = events[1]!
const parked = sample('MiddlewareEventDetails', {
  ...parkedFacts,
  userName: 'Dispatch desk',
  parked: [
    sample('EventParking', {
      id: 'pk_1',
      consumer: 'flows.triggers',
      state: 'waiting',
      tries: 3,
      lastError: 'The environment reached 50 concurrent runs.',
    }),
  ],
  caused: [
    { kind: 'events', entityType: 'event', total: 0, items: [] },
    {
      kind: 'runs',
      entityType: 'flow_execution',
      total: 1,
      items: [{ id: 'run_2', name: 'Carrier tracking', status: 'completed', createdAt: time(1) }],
    },
  ],
})

const listed = ({ query }: FakeRequest) => {
  const filter = JSON.parse(query.get('filter') ?? '{}') as {
    group?: string
    status?: string[]
    before?: string
  }
  asked(filter)
  return events.filter(
    (one) =>
      (!filter.group || one.group === filter.group) &&
      (!filter.status || filter.status.includes(one.status))
  )
}

const type = (name: string, group: string) =>
  sample('EventType', { name, group, permission: `${group}.read` })

const meta: Meta = {
  title: 'Screens/Events',
  beforeEach: () => {
    for (const call of [asked, dropped, retried]) call.mockClear()
  },
  parameters: {
    route: '/events',
    api: {
      'GET /events': listed,
      'GET /events/types': [type('file_upload', 'assets'), type('flow_failed', 'flows')],
      'GET /events/ev_1': parked,
      'POST /events/parked/pk_1/retry': () => retried(),
      'DELETE /events/parked/pk_1': ({ query }: FakeRequest) => dropped(query.get('reason')),
    },
  },
}
export default meta
type Story = StoryObj

const row = async (name: string) =>
  within((await screen.findByText(name)).closest('tr') as HTMLElement)

/** Each chip is for an area whose event types are installed. Switching Live off pauses the list. */
export const Filled: Story = {
  play: async ({ canvas }) => {
    const first = await row('arrival-2071.csv')
    await expect(first.getByText('Arrivals to customs')).toBeVisible()
    await expect(first.getByText('Processed')).toBeVisible()
    await expect(first.getByRole('link', { name: 'file_upload' })).toHaveAttribute(
      'href',
      '/events/ev_0'
    )
    await expect(canvas.queryByRole('button', { name: 'Integration' })).toBeNull()
    await expect(await canvas.findByRole('button', { name: 'Parked 1' })).toBeVisible()
    await userEvent.click(await canvas.findByRole('button', { name: 'Flow' }))
    await waitFor(() => expect(asked).toHaveBeenCalledWith({ group: 'flows' }))
    await expect(await canvas.findByText('Announce invoices')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'All' }))
    await canvas.findByText('arrival-2071.csv')
    await userEvent.click(canvas.getByRole('switch', { name: 'Live' }))
    await waitFor(() =>
      expect(asked).toHaveBeenCalledWith({ before: expect.stringMatching(/^20/) as string })
    )
  },
}

/** A webhook request that starts no workflow says so where other events name what they caused. */
export const WithoutListener: Story = {
  parameters: {
    api: {
      'GET /events': [
        event(0, {
          eventType: 'webhook_refused',
          group: 'webhook',
          targetType: 'webhook',
          targetId: 'wh_1',
          targetName: 'Order intake',
          caused: { count: 0, first: null },
          payload: { outcome: 'no_workflow' },
        }),
      ],
    },
  },
  play: async () => {
    const refused = await row('Order intake')
    await expect(refused.getByText('No listener')).toBeVisible()
  },
}

// Red when a long type runs over what the event is about, or an address that names no event opens one.
export const LongTypes: Story = {
  parameters: {
    route: '/events?event=',
    api: {
      'GET /events': [
        event(0, {
          eventType: 'webhook_secret_rotated_by_promotion',
          group: 'webhook',
          targetType: 'webhook',
          targetId: 'wh_1',
          targetName: 'Order intake',
        }),
      ],
      'GET /events/types': [
        { ...type('webhook_secret_rotated', 'integrations'), group: 'webhook' },
      ],
    },
  },
  play: async ({ canvas }) => {
    const link = await canvas.findByRole('link', { name: /^webhook_secret_rotated/ })
    const cell = link.closest('td') as HTMLElement
    const box = cell.querySelector('div') as HTMLElement
    await expect(box.scrollWidth).toBeGreaterThan(box.clientWidth)
    await expect(getComputedStyle(box).textOverflow).toBe('ellipsis')
    await expect(box.getBoundingClientRect().right).toBeLessThanOrEqual(
      cell.getBoundingClientRect().right
    )
    await expect(await canvas.findByRole('button', { name: 'Webhook' })).toBeVisible()
    await expect(canvas.queryByRole('complementary')).toBeNull()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

/** Red when the reason is not sent, or Run again asks for another event. */
export const ParkedNextToTheList: Story = {
  parameters: { route: '/events?event=ev_1', axe: true },
  play: async ({ canvas }) => {
    const panel = within(await canvas.findByRole('complementary', { name: 'Event' }))
    await expect(await panel.findByText(/reached 50 concurrent runs/)).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Carrier tracking' })).toHaveAttribute(
      'href',
      '/flow-execution/run_2'
    )
    await userEvent.click(panel.getByRole('button', { name: 'Run again' }))
    await waitFor(() => expect(retried).toHaveBeenCalledOnce())
    await userEvent.click(panel.getByRole('button', { name: 'Drop…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Drop file_upload?' }))
    await userEvent.type(dialog.getByLabelText('Reason'), 'Sent twice')
    await userEvent.click(dialog.getByRole('button', { name: 'Drop event' }))
    await waitFor(() => expect(dropped).toHaveBeenCalledWith('Sent twice'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(panel.getByRole('button', { name: 'Close the event' }))
    await waitFor(() => expect(canvas.queryByRole('complementary', { name: 'Event' })).toBeNull())
  },
}

/** Phones show an event on its own page. The page says when the event is not in the log. */
export const GoneOnAPhone: Story = {
  parameters: {
    route: '/events/ev_9',
    api: { 'GET /events/ev_9': { status: 404, body: { message: 'There is no event.' } } },
  },
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('This event is not in the log')).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Events' })).toBeVisible()
  },
}
