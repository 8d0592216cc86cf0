import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { recordWith } from '../../../../admin/.storybook/play.js'
import { ago, deliveries, people, getHandlers, webhook } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)
const noted =
  (call: string, status: number, answer: object) =>
  ({ body, params }: { body: unknown; params: Record<string, string> }) => {
    sent(call, params.delivery ?? params.id, body)
    return { status, body: answer }
  }

const meta: Meta = {
  title: 'Webhooks/Webhook',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/webhooks/wh_1',
    api: {
      'GET /auth/me': people.manager,
      ...getHandlers(),
      'POST /webhooks/:id/pause': record('pause'),
      'POST /webhooks/:id/resume': record('resume'),
      'POST /webhooks/:id/example': noted('example', 202, deliveries[5]!),
      'POST /webhooks/:id/recover': noted('recover', 202, {
        queued: 3,
        scanned: 40,
        more: false,
        next: null,
      }),
      'POST /webhooks/:id/deliveries/:delivery/resend': noted('resend', 202, deliveries[1]!),
      'POST /webhooks/:id/rotate-secret': noted('rotate', 200, {
        secret: 'whsec_bmV3',
        secretCreatedAt: ago(0),
        previousSecretUntil: ago(-120),
      }),
      'POST /webhooks/:id/receiver-page': noted('page', 201, {
        url: 'https://crossdock.example/p/3f9c21ab',
        expiresAt: ago(-43_200),
      }),
      'DELETE /webhooks/:id/receiver-page': noted('revoke', 200, {}),
    },
  },
}
export default meta
type Story = StoryObj

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

export const Deliveries: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Boreal order system' })).toBeVisible()
    await expect(
      await canvas.findByRole('img', { name: /^Last 24 hours: \d+ delivered, 13 given up$/ })
    ).toBeVisible()
    await expect(await canvas.findByText('240 ms')).toBeVisible()
    await userEvent.click(await canvas.findByText('7c1f08e4'))
    const panel = within(await canvas.findByRole('complementary', { name: 'Delivery' }))
    await expect(await panel.findByText(/^Next attempt at .*retries for 3 days/)).toBeVisible()
    await expect(panel.getByRole('region', { name: 'Body' })).toHaveTextContent('invoice-1188.xml')
    await userEvent.click(panel.getByRole('button', { name: 'Headers' }))
    await expect(panel.getByRole('region', { name: 'Headers' })).toHaveTextContent(
      'webhook-id: msg_7c1f08e4'
    )
    await userEvent.click(panel.getByRole('button', { name: /^Answer to attempt 2/ }))
    await expect(panel.getByRole('region', { name: 'Answer' })).toHaveTextContent('maintenance')
    await expect(panel.getByRole('link', { name: 'Open event' })).toHaveAttribute(
      'href',
      expect.stringContaining('/events/evt_1')
    )
    await userEvent.click(panel.getByRole('button', { name: 'Resend now' }))
    await expect(await screen.findByText('The delivery is being sent again')).toBeVisible()
    await expect(sent.mock.calls[0]!.slice(0, 2)).toEqual(['resend', 'dl_2'])
    await userEvent.keyboard('{Escape}')
    await waitFor(() =>
      expect(canvas.queryByRole('complementary', { name: 'Delivery' })).toBeNull()
    )
  },
}

export const DeliveriesDark: Story = {
  globals: { theme: 'dark' },
  parameters: { route: '/webhooks/wh_1?delivery=dl_2' },
}
export const OnAPhone: Story = { globals: { viewport: { value: 'mobile1' } } }
export const DeliveryOnAPhone: Story = {
  play: async () => {
    const one = await dialog('Delivery')
    await expect(await one.findByRole('button', { name: 'Resend now' })).toBeVisible()
    await userEvent.click(one.getAllByRole('button', { name: 'Close' }).at(-1)!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
  globals: { viewport: { value: 'mobile1' } },
  parameters: { route: '/webhooks/wh_1?delivery=dl_2' },
}
export const German: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^Nächster Versuch um/)).toBeVisible()
  },
  parameters: { language: 'de', route: '/webhooks/wh_1?delivery=dl_2' },
}

export const FailedOnes: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^Failed/ }))
    await waitFor(() => expect(canvas.queryByText('7c1f09a2')).toBeNull())
    await expect(canvas.getByRole('button', { name: 'Failed 4' })).toBeVisible()
    await expect(canvas.getByText('7c1efe10')).toBeVisible()
  },
}

export const GivenUp: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^Given up after 1 attempt\./)).toBeVisible()
  },
  parameters: { route: '/webhooks/wh_1?delivery=dl_8' },
}

export const SkippedOne: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/larger than 256 KB\.$/)).toBeVisible()
  },
  parameters: { route: '/webhooks/wh_1?delivery=dl_9' },
}

export const DeliveryGone: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('This delivery is gone')).toBeVisible()
  },
  parameters: { route: '/webhooks/wh_1?delivery=gone' },
}

export const NoDeliveries: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No deliveries yet')).toBeVisible()
  },
  parameters: { api: getHandlers(undefined, []) },
}

export const SendsAnExample: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Send example…' }))
    const form = await dialog('Send example')
    await expect(await form.findByRole('region', { name: 'Body of the example' })).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: 'Send example' }))
    await expect(await screen.findByText('Example sent')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('example', 'wh_1', { eventType: 'file_upload' })
    // The delivery opens next to the list.
    await expect(await canvas.findByRole('complementary', { name: 'Delivery' })).toBeVisible()
  },
}

export const Recovers: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Recover since…' }))
    const form = await dialog('Recover deliveries')
    await userEvent.click(form.getByRole('button', { name: 'Recover' }))
    await expect(await screen.findByText('3 deliveries queued')).toBeVisible()
    const [, , body] = sent.mock.calls[0] as [string, string, { since: string }]
    const hours = (Date.now() - Date.parse(body.since)) / 3_600_000
    await expect(Math.round(hours)).toBe(24)
  },
}
export const RecoversANewWebhook: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Recover since…' }))
    const form = await dialog('Recover deliveries')
    await userEvent.click(form.getByRole('button', { name: 'Recover' }))
    await expect(await screen.findByText('3 deliveries queued')).toBeVisible()
    const [, , body] = sent.mock.calls[0] as [string, string, { since: string }]
    // Since the webhook was created, not for the last day.
    await expect((Date.now() - Date.parse(body.since)) / 60_000).toBeLessThan(62)
  },
  parameters: {
    api: { 'GET /webhooks/:id': webhook({ createdAt: ago(60) }) },
  },
}

export const Events: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('event.payload.name')).toBeVisible()
    await expect(canvas.getByText('X-Tenant')).toBeVisible()
    await expect(canvas.getByText('20 per second at most')).toBeVisible()
    await userEvent.click(await canvas.findByRole('button', { name: /^file_upload/ }))
    await expect(canvas.getByRole('region', { name: 'Example of file_upload' })).toBeVisible()
  },
  parameters: { route: '/webhooks/wh_1?tab=events' },
}
export const EventsDark: Story = {
  globals: { theme: 'dark' },
  parameters: { route: '/webhooks/wh_1?tab=events' },
}

export const AllEvents: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('All events that the owner may read.')).toBeVisible()
    await expect(await canvas.findByRole('button', { name: /^user_invited/ })).toBeVisible()
  },
  parameters: { route: '/webhooks/wh_3?tab=events' },
}

export const Secrets: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Rotate secret…' }))
    const form = await dialog('Rotate secret')
    const hours = form.getByRole('spinbutton', { name: /^Keep the present secret/ })
    await userEvent.clear(hours)
    await userEvent.type(hours, '2')
    await userEvent.click(form.getByRole('button', { name: 'Rotate secret' }))
    const once = await dialog('Signing secret')
    await expect(once.getByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_bmV3')
    await expect(once.getByText(/^The previous secret signs, too, until/)).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('rotate', 'wh_1', { keepHours: 2 })
  },
  parameters: { route: '/webhooks/wh_1?tab=secrets' },
}
export const TwoSecretsDark: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^Signs, too, until/)).toBeVisible()
  },
  globals: { theme: 'dark' },
  parameters: {
    route: '/webhooks/wh_1?tab=secrets',
    api: getHandlers([webhook({ previousSecretUntil: ago(-600) })]),
  },
}

export const ReceiversPage: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Create link' }))
    const form = await dialog('Create link')
    await userEvent.click(form.getByRole('button', { name: 'Create link' }))
    const once = await dialog('Link for the receiver')
    await expect(once.getByRole('textbox', { name: 'Link' })).toHaveValue(
      'https://crossdock.example/p/3f9c21ab'
    )
    await expect(sent).toHaveBeenCalledWith('page', 'wh_1', { days: 30 })
  },
  parameters: { route: '/webhooks/wh_1?tab=receiver' },
}
export const RevokesThePage: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Revoke' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Revoke the link?' }))
    await userEvent.click(question.getByRole('button', { name: 'Revoke' }))
    await expect(await screen.findByText('The link no longer works')).toBeVisible()
    await expect(sent.mock.calls[0]!.slice(0, 2)).toEqual(['revoke', 'wh_1'])
  },
  parameters: {
    route: '/webhooks/wh_1?tab=receiver',
    api: getHandlers([webhook({ receiverPage: { createdAt: ago(60), expiresAt: ago(-43_200) } })]),
  },
}

export const Failing: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^The receiver has not accepted/)).toBeVisible()
    // More events than there is room for chips.
    await expect(canvas.queryByRole('button', { name: 'flow_failed' })).toBeNull()
  },
  parameters: { route: '/webhooks/wh_2' },
}

export const Disabled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^The receiver answered 410 Gone.*recover/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Actions for Old price feed' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Resume' }))
    await expect(await screen.findByText('Old price feed is active again')).toBeVisible()
  },
  parameters: { route: '/webhooks/wh_4' },
}

export const Missing: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('This webhook does not exist')).toBeVisible()
  },
  parameters: { route: '/webhooks/gone' },
}

export const Broken: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
  parameters: {
    api: { 'GET /webhooks/:id': { status: 500, body: { message: 'It does not answer.' } } },
  },
}

export const ForReaders: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('complementary', { name: 'Delivery' })).toBeVisible()
    await expect(await canvas.findByText(/^Next attempt at/)).toBeVisible()
    for (const name of ['Send example…', 'Recover since…', 'Edit', 'Resend now']) {
      await expect(canvas.queryByRole('button', { name })).toBeNull()
    }
  },
  parameters: {
    route: '/webhooks/wh_1?delivery=dl_2',
    api: { 'GET /auth/me': people.reader },
  },
}
