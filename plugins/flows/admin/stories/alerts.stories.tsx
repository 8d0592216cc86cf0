import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { recordWith } from '../../../../admin/.storybook/play.js'
import { WorkflowAlerts } from '../alerts/WorkflowAlerts.js'
import { reads } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const alerts = {
  ...{ workflowId: 'wf_intake', onFailure: true, longerThanMinutes: 30, notWithinHours: null },
  ...{ quietMinutes: 60, members: [], webhookAddress: null },
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

/** Folded it says of what people are told; opened it is a form. */
export const Folded: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('on failure, after 30 minutes')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: /Alerts/ }))
    const hours = await canvas.findByLabelText('Tell when no run came for (hours)')
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

export const Dark: Story = { globals: { theme: 'dark' } }
