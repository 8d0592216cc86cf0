import type { Meta, StoryObj } from '@storybook/react-vite'
import { MASK } from '@crossdock/admin/kit'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { recordWith } from '../../../../admin/.storybook/play.js'
import { WorkflowAlerts } from '../alerts/WorkflowAlerts.js'
import { reads } from './fixtures.js'

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

export const Dark: Story = { globals: { theme: 'dark' } }
