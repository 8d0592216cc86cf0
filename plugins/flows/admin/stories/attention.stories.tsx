import type { FailingWorkflow } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { recordWith } from '../../../../admin/.storybook/play.js'
import { sample } from '../../../../admin/.storybook/sample.js'
import FailingWorkflows from '../runs/FailingWorkflows.js'
import LastDay from '../runs/LastDay.js'
import WaitingRuns from '../runs/WaitingRuns.js'
import { ago, reader } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)
const failing = (part: Partial<FailingWorkflow>): FailingWorkflow =>
  sample('FailingWorkflow', {
    id: 'wf_intake',
    name: 'Invoice intake',
    runs: 5,
    failed: 3,
    runId: 'run_1',
    executionId: '3f1c8a52-77d0-4b1e-9c36-a1b2c3d4e5f6',
    errorMessage: 'Zeta WMS answered 503.',
    failedAt: ago(4),
    ...part,
  })

const meta: Meta = {
  title: 'Flows/On the dashboard',
  render: () => (
    <ul>
      <FailingWorkflows onState={() => undefined} />
    </ul>
  ),
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    api: {
      'GET /integrations/workflows/failing': [
        failing({}),
        failing({ id: 'wf_2', name: 'Night', runs: 1, failed: 1 }),
      ],
      'PUT /integrations/workflows/:id': record('pause'),
      'POST /flow-executions/:id/retry': () => ({
        status: 409,
        body: { message: 'Workflow Invoice intake is paused.' },
      }),
    },
  },
}
export default meta
type Story = StoryObj

// Red when the reason of a refused retry is hidden.
export const Failing: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^3 of its last 5 runs failed, the latest/)).toBeVisible()
    await expect(canvas.getByText(/^Its only run failed/)).toBeVisible()
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Retry the last failed run of Invoice intake' })
    )
    await expect(await screen.findByText('Workflow Invoice intake is paused.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Pause Night' }))
    await expect(await screen.findByText('Workflow status updated')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('pause', 'wf_2', { isActive: false })
  },
}

export const FailingForAReader: Story = {
  parameters: { api: { 'GET /auth/me': reader(['flows.read']) } },
  play: async ({ canvas }) => {
    await canvas.findByText(/^3 of its last 5 runs failed/)
    await expect(canvas.queryByRole('button', { name: /^Pause|^Retry/ })).toBeNull()
  },
}

export const Waiting: Story = {
  render: () => (
    <ul>
      <WaitingRuns onState={() => undefined} />
    </ul>
  ),
  parameters: { api: { 'GET /flow-executions/waiting': { count: 1, oldest: ago(3) } } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('1 run waits for a worker')).toBeVisible()
    await expect(canvas.getByText(/^The oldest was started/)).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Show' })).toHaveAttribute(
      'href',
      expect.stringContaining('pending')
    )
  },
}

const hours = Array.from({ length: 24 }, (_, at) => ({
  hour: ago((23 - at) * 60),
  runs: at,
  failed: at === 20 ? 2 : 0,
}))

export const RunsOfADay: Story = {
  render: () => <LastDay />,
  parameters: { api: { 'GET /flow-executions/hours': hours } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('276 runs, 2 failed')).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Show failed runs' })).toBeVisible()
  },
}

export const RunsOfADayUnread: Story = {
  render: () => <LastDay />,
  parameters: {
    api: { 'GET /flow-executions/hours': () => ({ status: 503, body: { message: 'Come back.' } }) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Come back.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
