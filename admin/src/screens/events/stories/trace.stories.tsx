import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { sample } from '../../../../.storybook/sample.js'

const time = (ms: number) => new Date(Date.parse('2026-12-02T13:52:07.000Z') + ms).toISOString()
const object = (type: string, ms: number, part: object) =>
  sample('TraceObject', { type, id: `${type}_${ms}`, depth: 0, startedAt: time(ms), ...part })

const call = { name: 'Send invoice', detail: 'Customs Portal', cause: 3, depth: 2 }
const objects = [
  object('asset', 0, { name: 'invoice-1186.xml' }),
  object('event', 12, { detail: 'file_upload', cause: 0, name: 'invoice-1186.xml' }),
  object('execution', 30, {
    name: 'Announce invoices',
    cause: 1,
    durationMs: 3_500,
    status: 'completed',
  }),
  object('step', 40, {
    name: 'Send invoice',
    detail: 'api_call',
    cause: 2,
    depth: 1,
    durationMs: 3_400,
    status: 'completed',
  }),
  object('call', 45, { ...call, attempt: 1, durationMs: 2_000, status: 'timeout' }),
  object('call', 3_245, {
    ...call,
    attempt: 2,
    durationMs: 186,
    status: 'success',
    statusCode: 201,
  }),
  object('execution', 50, { id: null, cause: 1, isHidden: true }),
]
const trace = sample('Trace', { type: 'execution', id: 'run_1', chosen: 2, objects })

const meta: Meta = {
  title: 'Screens/Trace',
  parameters: {
    route: '/trace/execution/run_1',
    api: {
      'GET /trace/execution/run_1': trace,
      'GET /integrations/logs/call_3245': sample('IntegrationLog', {
        id: 'call_3245',
        requestData: { number: '1186', token: '••••••••' },
        responseData: { id: 'INV-40077' },
      }),
      'GET /events/event_12': sample('MiddlewareEventDetails', {
        id: 'event_12',
        payload: { size: 6120 },
      }),
    },
  },
}
export default meta
type Story = StoryObj

/** Red when the chain leaves out a cause, or a line opens another object. */
export const Filled: Story = {
  parameters: { axe: true },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'Trace of Announce invoices' })
    ).toBeVisible()
    const chain = within(canvas.getByRole('list', { name: 'From the cause to the answer' }))
    const cards = chain.getAllByRole('listitem').map((card) => card.textContent)
    await expect(cards).toHaveLength(5)
    await expect(cards[0]).toContain('invoice-1186.xml')
    await expect(cards[4]).toContain('201')
    await expect(canvas.getByText('Waited before the retry')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: /^Attempt 2, 201/ }))
    await expect(await canvas.findByText(/INV-40077/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: /^Run \(hidden\)/ }))
    await expect(canvas.getByText('You do not have permission to read this.')).toBeVisible()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

export const OnAPhone: Story = { globals: { viewport: { value: 'mobile1' } } }

export const Nothing: Story = {
  parameters: {
    route: '/trace/execution/run_9',
    api: {
      'GET /trace/execution/run_9': { status: 404, body: { message: 'There is no execution.' } },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('There is nothing to trace here')).toBeVisible()
  },
}

/** A trace of a large chain says that it is cut. */
export const Cut: Story = {
  parameters: {
    api: { 'GET /trace/execution/run_1': { ...trace, isCut: true } },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/at most 500 objects/)).toBeVisible()
  },
}
