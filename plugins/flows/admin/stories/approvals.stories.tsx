import type { Approval } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { sample } from '../../../../admin/.storybook/sample.js'
import { ago, reads } from './fixtures.js'

const sent = fn()

const approval = (part: Partial<Approval>): Approval =>
  sample('Approval', {
    id: 'ap_1',
    flowName: 'Invoice intake',
    executionId: '3f2a9c41-77d0-4b1e-9c36-a1b2c3d4e5f6',
    question: 'May this invoice be paid?',
    details: 'The amount is above the limit.',
    assetName: 'invoice 0412.pdf',
    status: 'open',
    createdAt: ago(12),
    mayDecide: true,
    ...part,
  })

const decided = approval({
  id: 'ap_2',
  question: 'May the container leave?',
  status: 'rejected',
  mayDecide: false,
  decidedByName: 'Rey Ode',
  decidedAt: ago(90),
  comment: 'The seal is broken.',
})
let open: Approval[] = []

const meta: Meta = {
  title: 'Flows/Approvals',
  beforeEach: () => {
    sent.mockClear()
    open = [approval({})]
  },
  parameters: {
    route: '/approvals',
    api: {
      ...reads,
      'GET /approvals': ({ query }: FakeRequest) => {
        const { scope } = JSON.parse(query.get('filter') ?? '{}') as { scope?: string }
        return scope === 'all' ? [...open, decided] : open
      },
      'GET /approvals/:id': decided,
      'POST /approvals/:id/approve': ({ body }: FakeRequest) => {
        sent('approve', body)
        const [one] = open
        open = []
        return { ...one, status: 'approved', mayDecide: false }
      },
    },
  },
}
export default meta
type Story = StoryObj

export const Decides: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('May this invoice be paid?')).toBeVisible()
    await expect(canvas.getByText(/invoice 0412\.pdf/)).toBeVisible()
    await userEvent.type(canvas.getByLabelText('Comment'), 'As agreed')
    await userEvent.click(
      canvas.getByRole('button', { name: 'Approve: May this invoice be paid?' })
    )
    await waitFor(() => expect(sent).toHaveBeenCalledWith('approve', { comment: 'As agreed' }))
    await expect(await screen.findByText('Approved')).toBeVisible()
    await expect(await canvas.findByText('No approvals are open')).toBeVisible()
  },
}

export const ShowsAll: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByLabelText('Show all'))
    await expect(await canvas.findByText('May the container leave?')).toBeVisible()
    await expect(canvas.getByText(/Decided by Rey Ode/)).toBeVisible()
    await expect(canvas.getByText(/The seal is broken/)).toBeVisible()
  },
}

/** A mail links to an approval that has been decided: it shows the decision and no buttons. */
export const FromAMail: Story = {
  parameters: { route: '/approvals?id=ap_2' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('May the container leave?')).toBeVisible()
    await expect(canvas.getByText('Rejected')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: /Approve: May the container/ })).toBeNull()
  },
}

export const DarkOnAPhone: Story = {
  globals: { theme: 'dark', viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('May this invoice be paid?')).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
