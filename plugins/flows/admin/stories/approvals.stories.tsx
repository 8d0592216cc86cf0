import type { Approval } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
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
      'POST /approvals/:id/reject': ({ body }: FakeRequest) => {
        sent('reject', body)
        const [one] = open
        open = []
        return { ...one, status: 'rejected', mayDecide: false }
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
    await expect(canvas.getByText(/waits for your decision, it appears here/)).toBeVisible()
  },
}

export const ShowsAll: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByLabelText('Show all'))
    await expect(await canvas.findByText('May the container leave?')).toBeVisible()
    await expect(canvas.getByText(/Decided by Rey Ode/)).toBeVisible()
    await expect(canvas.getByText(/The seal is broken/)).toBeVisible()
    await expect(canvas.getByRole('list', { name: 'All approvals' })).toBeVisible()
  },
}

export const Rejects: Story = {
  beforeEach: () => {
    open = [approval({ dueAt: '2099-01-05T10:00:00.000Z' })]
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/decide by Jan 5, 2099/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Reject: May this invoice be paid?' }))
    await expect(await screen.findByText('Rejected')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('reject', {})
  },
}

// Red when the reason is hidden, or the comment is lost.
export const AnotherPersonWasFaster: Story = {
  parameters: {
    api: {
      'POST /approvals/:id/approve': () => ({
        status: 409,
        body: { code: 'E_DECIDED', message: 'Rey Ode has rejected this already.' },
      }),
    },
  },
  play: async ({ canvas }) => {
    const comment = await canvas.findByLabelText('Comment')
    await userEvent.type(comment, 'As agreed')
    await userEvent.click(canvas.getByRole('button', { name: /^Approve:/ }))
    await expect(await screen.findByText('Rey Ode has rejected this already.')).toBeVisible()
    await expect(comment).toHaveValue('As agreed')
  },
}

const ended = (status: Approval['status']): Story => ({
  parameters: {
    route: '/approvals?id=ap_3',
    api: { 'GET /approvals/:id': approval({ id: 'ap_3', status, mayDecide: false }) },
  },
  play: async ({ canvas }) => {
    const asked = within(await canvas.findByRole('list', { name: 'You were asked' }))
    await expect(asked.getByText(status === 'expired' ? 'Expired' : 'Run ended')).toBeVisible()
    await expect(asked.queryByRole('button')).toBeNull()
  },
})

export const ItsTimeIsOver: Story = ended('expired')
export const ItsRunEnded: Story = ended('withdrawn')

// Red when a link of a mail leads to a list without a word about the approval that is gone.
export const FromAMailAboutAGoneOne: Story = {
  parameters: {
    route: '/approvals?id=ap_9',
    api: {
      'GET /approvals/:id': () => ({
        status: 404,
        body: { message: 'There is no approval with the id "ap_9".' },
      }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/no approval with the id "ap_9"/)).toBeVisible()
    await expect(canvas.getByText('May this invoice be paid?')).toBeVisible()
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
