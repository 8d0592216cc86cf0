import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { FakeStream } from '../../../../admin/.storybook/fake_stream.js'
import { sample } from '../../../../admin/.storybook/sample.js'
import OpenApprovals from '../tray/OpenApprovals.js'
import { ago } from './fixtures.js'

const approval = sample('Approval', {
  id: 'ap_1',
  flowName: 'Invoice intake',
  question: 'May this invoice be paid?',
  status: 'open',
  createdAt: ago(12),
  mayDecide: true,
})

const stream = new FakeStream()
let waiting = [approval]

const meta: Meta = {
  title: 'Flows/Approvals in the tray',
  render: () => <OpenApprovals />,
  parameters: { api: { 'GET /approvals': [approval] } },
}
export default meta
type Story = StoryObj

// Red when open approvals are not shown on other screens, or link elsewhere.
export const Open: Story = {
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'Waiting for your decision (1)' })
    ).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'May this invoice be paid?' })).toHaveAttribute(
      'href',
      expect.stringContaining('/approvals?id=ap_1')
    )
  },
}

/** Red without the plugin's `live` for approvals. */
export const FollowsTheStream: Story = {
  render: () => <></>,
  beforeEach: () => {
    stream.reset()
    waiting = [approval]
  },
  parameters: {
    route: '/activity',
    api: {
      'GET /events/stream': stream.answer,
      'GET /activity': [],
      'GET /activity-types': [],
      'GET /approvals': () => waiting,
    },
  },
  play: async ({ canvas }) => {
    const tray = await canvas.findByRole('button', { name: /^In progress/ })
    await waitFor(() => expect(tray).toHaveAccessibleName(/1/))
    await waitFor(() => expect(stream.isHeard).toBe(true))
    waiting = [approval, { ...approval, id: 'ap_2' }]
    stream.send('approvals_changed')
    await waitFor(() => expect(tray).toHaveAccessibleName(/2/))
  },
}

export const Dark: Story = { ...Open, globals: { theme: 'dark' } }
