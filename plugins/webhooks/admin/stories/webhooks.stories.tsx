import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import {
  asksBeforeClosing,
  chooseAction,
  pick,
  recordWith,
} from '../../../../admin/.storybook/play.js'
import { people, getHandlers, webhook, webhooks } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const meta: Meta = {
  title: 'Webhooks/List',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/webhooks',
    api: {
      'GET /auth/me': people.manager,
      ...getHandlers(),
      'POST /webhooks': ({ body }: { body: object }) => {
        sent('create', undefined, body)
        return { status: 201, body: { ...webhook(body), secret: 'whsec_c2VjcmV0' } }
      },
      'PUT /webhooks/:id': record('change'),
      'POST /webhooks/:id/pause': record('pause'),
      'POST /webhooks/:id/resume': record('resume'),
      'DELETE /webhooks/:id': record('delete'),
    },
  },
}
export default meta
type Story = StoryObj

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

export const List: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Boreal order system' })).toHaveAttribute(
      'href',
      expect.stringContaining('/webhooks/wh_1')
    )
    await expect(canvas.getByText('file_upload, flow_completed')).toBeVisible()
    await expect(canvas.getByText('and 4 more')).toBeVisible()
    await expect(canvas.getByText('None yet')).toBeVisible()
    await chooseAction('Boreal order system', 'Pause')
    await expect(await screen.findByText('Boreal order system is paused')).toBeVisible()
    await chooseAction('Old price feed', 'Resume')
    await expect(await screen.findByText('Old price feed is active again')).toBeVisible()
    await expect(sent.mock.calls.map(([call, id]) => [call, id])).toEqual([
      ['pause', 'wh_1'],
      ['resume', 'wh_4'],
    ])
  },
}

export const Dark: Story = { globals: { theme: 'dark' } }
export const OnAPhone: Story = { globals: { viewport: { value: 'mobile1' } } }
export const German: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Abgeschaltet', { selector: 'span' })).toBeVisible()
  },
  parameters: { language: 'de' },
}

export const Filtered: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Failing' }))
    await waitFor(() => expect(canvas.queryByText('Boreal order system')).toBeNull())
    await expect(canvas.getByRole('link', { name: 'Fjord archive' })).toBeVisible()
  },
}

export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No webhooks')).toBeVisible()
    await expect(canvas.getAllByRole('button', { name: 'Create webhook' })).toHaveLength(2)
  },
  parameters: { api: getHandlers([]) },
}

export const ForReaders: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Boreal order system' })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /^(Create|Actions)/ })).toBeNull()
  },
  parameters: { api: { 'GET /auth/me': people.reader } },
}

export const NoPermission: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Access Denied')).toBeVisible()
  },
  parameters: { api: { 'GET /auth/me': { ...people.reader, permissions: [] } } },
}

export const Deletes: Story = {
  play: async () => {
    await chooseAction('Old price feed', 'Delete')
    const question = await screen.findByRole('alertdialog', { name: 'Delete Old price feed?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    await expect(await screen.findByText('Webhook deleted')).toBeVisible()
    await expect(sent.mock.calls[0]!.slice(0, 2)).toEqual(['delete', 'wh_4'])
  },
}

// Red when a required field can be empty, another default is sent, or the secret is not shown.
export const Creates: Story = {
  play: async () => {
    const form = await dialog('Create webhook')
    await userEvent.click(form.getByRole('button', { name: 'Create webhook' }))
    for (const needed of [
      'Enter a name',
      'Enter the address that events are sent to',
      'Choose at least one event',
    ]) {
      await expect(await form.findByText(needed)).toBeVisible()
    }
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Partner')
    await userEvent.type(
      form.getByRole('textbox', { name: /^Address/ }),
      'https://hooks.partner.example/in'
    )
    await userEvent.type(form.getByRole('searchbox', { name: 'Search events' }), 'upload')
    await waitFor(() => expect(form.queryByText('flow_failed')).toBeNull())
    await userEvent.click(form.getByRole('checkbox', { name: /^file_upload/ }))
    await expect(form.getByText(/^1 event chosen/)).toHaveTextContent('1 event chosen file_upload')
    await userEvent.click(form.getByRole('button', { name: 'Add condition' }))
    const condition = within(form.getByRole('group', { name: 'Condition 1' }))
    await userEvent.type(condition.getByRole('textbox', { name: /^Value/ }), 'name')
    await pick(condition, /^Comparison/, 'contains')
    await userEvent.type(condition.getByRole('textbox', { name: /^Compared with/ }), 'invoice')
    await userEvent.click(form.getByRole('button', { name: 'Add header' }))
    const header = within(form.getByRole('group', { name: 'Header 1' }))
    await userEvent.type(header.getByRole('textbox', { name: /^Name/ }), 'X-Key')
    await userEvent.type(header.getByRole('textbox', { name: /^Value/ }), 'k-1')
    await userEvent.type(form.getByRole('spinbutton', { name: /^Deliveries per second/ }), '5')
    await userEvent.click(form.getByRole('button', { name: 'Create webhook' }))
    await expect(await screen.findByText('Webhook created')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('create', undefined, {
      name: 'Partner',
      description: null,
      url: 'https://hooks.partner.example/in',
      eventTypes: ['file_upload'],
      ratePerSecond: 5,
      isActive: true,
      conditions: [{ value: 'event.payload.name', operator: 'contains', other: 'invoice' }],
      headers: [{ name: 'X-Key', value: 'k-1' }],
    })
    const once = await dialog('Signing secret')
    await expect(once.getByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_c2VjcmV0')
    // Closing it without a copy asks first.
    await userEvent.click(once.getByRole('button', { name: 'Done' }))
    await expect(await screen.findByText('Close without copying?')).toBeVisible()
  },
  parameters: { route: '/webhooks?new=webhook' },
}

export const FormDark: Story = {
  globals: { theme: 'dark' },
  parameters: { route: '/webhooks?edit=wh_1' },
}
export const FormOnAPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  parameters: { route: '/webhooks?edit=wh_1' },
}

export const Edits: Story = {
  play: async () => {
    // A different dialog element is shown while the webhook loads.
    await screen.findByRole('textbox', { name: /^Address/ })
    const form = await dialog('Edit webhook')
    await userEvent.click(form.getByRole('checkbox', { name: 'All events' }))
    await userEvent.click(form.getByRole('button', { name: 'Remove condition 1' }))
    await userEvent.click(form.getByRole('switch', { name: 'Active' }))
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    await expect(await screen.findByText('Webhook updated')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith(
      'change',
      'wh_1',
      expect.objectContaining({
        eventTypes: ['*'],
        conditions: [],
        isActive: false,
        // Sending the mask back keeps the value.
        headers: [{ name: 'X-Tenant', value: '••••••••' }],
      })
    )
  },
  parameters: { route: '/webhooks?edit=wh_1' },
}

export const AsksBeforeClosing: Story = {
  play: async () => {
    const form = await dialog('Create webhook')
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Partner')
    await asksBeforeClosing('Create webhook')
  },
  parameters: { route: '/webhooks?new=webhook' },
}

// A field shows the server's error for that field.
export const ShowsWhatTheServerRefuses: Story = {
  play: async () => {
    await screen.findByRole('textbox', { name: /^Address/ })
    const form = await dialog('Edit webhook')
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    const address = await form.findByRole('textbox', { name: /^Address/ })
    await waitFor(() => expect(address).toBeInvalid())
    await expect(form.getByText('The address must begin with https://.')).toBeVisible()
    await expect(form.getByText('There are no events of the type "file_upload".')).toBeVisible()
    await expect(form.getByText('Enter the value of "X-Tenant".')).toBeVisible()
    await expect(form.getByText('The value is read in the content of the event.')).toBeVisible()
  },
  parameters: {
    route: '/webhooks?edit=wh_1',
    api: {
      'PUT /webhooks/:id': {
        status: 422,
        body: {
          message: 'Refused.',
          errors: {
            url: 'The address must begin with https://.',
            'eventTypes.0': 'There are no events of the type "file_upload".',
            'headers.0.value': 'Enter the value of "X-Tenant".',
            'conditions.0.value': 'The value is read in the content of the event.',
          },
        },
      },
    },
  },
}

export const ManyWebhooks: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/of 60$/)).toBeVisible()
  },
  parameters: {
    api: getHandlers(
      Array.from({ length: 60 }, (_, at) => ({
        ...webhooks[at % webhooks.length]!,
        id: `wh_${at}`,
        name: `Partner ${at}`,
      }))
    ),
  },
}
