import type { Meta, StoryObj } from '@storybook/react-vite'
import { MASK } from '@crossdock/admin/kit'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { recordWith } from '../../../../admin/.storybook/play.js'
import { WorkflowAlerts } from '../alerts/WorkflowAlerts.js'
import { reader, reads } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const alerts = {
  workflowId: 'wf_intake',
  onFailure: true,
  longerThanMinutes: 30,
  notWithinHours: null,
  quietMinutes: 60,
  members: [],
  webhookAddress: null,
}

const meta: Meta = {
  title: 'Flows/Alerts',
  render: () => <WorkflowAlerts workflowId="wf_intake" />,
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    api: {
      ...reads,
      'GET /integrations/workflows/:id/alerts': alerts,
      'PUT /integrations/workflows/:id/alerts': record('save'),
    },
  },
}
export default meta
type Story = StoryObj

/** Collapsed, it shows when people are alerted; open, it is a form. */
export const Folded: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('on failure, after 30 minutes')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: /Alerts/ }))
    const hours = await canvas.findByLabelText('Alert when no run came for (hours)')
    await userEvent.type(hours, '24')
    await userEvent.click(canvas.getByRole('button', { name: 'Save alerts' }))
    await expect(await screen.findByText('Alerts saved')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith(
      'save',
      'wf_intake',
      expect.objectContaining({ notWithinHours: 24, onFailure: true })
    )
  },
}

/** An address is shown only as its mask. The mask keeps it, and Remove deletes it. */
export const AddressIsSet: Story = {
  parameters: {
    api: { 'GET /integrations/workflows/:id/alerts': { ...alerts, webhookAddress: MASK } },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /Alerts/ }))
    const address = await canvas.findByLabelText('Webhook address')
    await expect(address).toHaveValue('')
    await expect(canvas.getByText(/An address is set/)).toBeVisible()
    const save = async (webhookAddress: string | null) => {
      await userEvent.click(canvas.getByRole('button', { name: 'Save alerts' }))
      const body = expect.objectContaining({ webhookAddress }) as unknown
      await waitFor(() => expect(sent).toHaveBeenLastCalledWith('save', 'wf_intake', body))
    }
    await save(MASK)
    await userEvent.type(address, 'https://hooks.example/x')
    await save('https://hooks.example/x')
    await userEvent.clear(address)
    await userEvent.click(canvas.getByRole('button', { name: 'Remove address' }))
    await save(null)
  },
}

const open = async () => userEvent.click(await screen.findByRole('button', { name: /^Alerts/ }))

export const Off: Story = {
  parameters: {
    api: {
      'GET /integrations/workflows/:id/alerts': {
        ...alerts,
        onFailure: false,
        longerThanMinutes: null,
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Off')).toBeVisible()
    await open()
    await expect(
      await canvas.findByRole('switch', { name: 'Alert when a run fails' })
    ).not.toBeChecked()
    await expect(canvas.getByText(/Each alert is sent there as a POST/)).toBeVisible()
  },
}

export const ForAPerson: Story = {
  parameters: {
    api: {
      'GET /integrations/workflows/:id/alerts': { ...alerts, notWithinHours: 24 },
      'GET /users': [{ id: 'usr_2', email: 'mia@harbor.example', firstName: 'Mia' }],
    },
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('on failure, after 30 minutes, without a run for 24 hours')
    ).toBeVisible()
    await open()
    await userEvent.click(await canvas.findByRole('combobox', { name: 'People to alert' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Mia' }))
    const quiet = canvas.getByLabelText('Min time between alerts (minutes)')
    await userEvent.clear(quiet)
    await userEvent.click(canvas.getByRole('button', { name: 'Save alerts' }))
    const body = expect.objectContaining({ members: ['usr_2'], quietMinutes: 0 }) as unknown
    await waitFor(() => expect(sent).toHaveBeenCalledWith('save', 'wf_intake', body))
  },
}

// Red when the reason is hidden, or what was entered is lost.
export const NotSaved: Story = {
  parameters: {
    api: {
      'PUT /integrations/workflows/:id/alerts': () => ({
        status: 422,
        body: { message: 'The address must begin with https://.' },
      }),
    },
  },
  play: async ({ canvas }) => {
    await open()
    const address = await canvas.findByLabelText('Webhook address')
    await userEvent.type(address, 'ftp://hooks.example')
    await userEvent.click(canvas.getByRole('button', { name: 'Save alerts' }))
    await expect(await screen.findByText('The address must begin with https://.')).toBeVisible()
    await expect(address).toHaveValue('ftp://hooks.example')
  },
}

export const NotSavedWithoutAReason: Story = {
  parameters: {
    api: { 'PUT /integrations/workflows/:id/alerts': () => ({ status: 500, body: {} }) },
  },
  play: async ({ canvas }) => {
    await open()
    await userEvent.click(await canvas.findByRole('button', { name: 'Save alerts' }))
    await expect(await screen.findByText('Failed to save the alerts')).toBeVisible()
  },
}

export const OnlyToLookAt: Story = {
  parameters: { api: { 'GET /auth/me': reader(['flows.read']) } },
  play: async ({ canvas }) => {
    await open()
    await expect(
      await canvas.findByRole('switch', { name: 'Alert when a run fails' })
    ).toBeDisabled()
    await expect(canvas.queryByRole('button', { name: 'Save alerts' })).toBeNull()
    await expect(canvas.queryByLabelText('Webhook address')).toBeNull()
  },
}

export const Unread: Story = {
  parameters: {
    api: {
      'GET /integrations/workflows/:id/alerts': () => ({
        status: 500,
        body: { message: 'No connection.' },
      }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No connection.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const Dark: Story = { globals: { theme: 'dark' } }
