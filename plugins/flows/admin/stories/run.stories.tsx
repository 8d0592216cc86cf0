import type { Execution } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { run, step } from './run_fixtures.js'

const failed = run('failed', {
  failedSteps: 1,
  errorMessage: 'Step 2 failed: Zeta WMS answered 503 Service Unavailable.',
  stepResults: [
    step(1, { output: { statusCode: 201 } }),
    step(2, {
      status: 'failed',
      attempts: 3,
      errorMessage: 'Zeta WMS answered 503 Service Unavailable; expected 200.',
      output: { statusCode: 503, body: 'maintenance' },
      tries: [1, 2, 3].map((attempt) => ({
        attempt,
        startedAt: `2026-11-20T09:00:0${attempt}.000Z`,
        completedAt: `2026-11-20T09:00:0${attempt}.310Z`,
        errorMessage: 'Zeta WMS answered 503 Service Unavailable; expected 200.',
      })),
    }),
    step(3, {
      type: 'metadata_update',
      status: 'pending',
      attempts: 0,
      startedAt: null,
      completedAt: null,
    }),
  ],
})

const posted = fn()
let current: Execution = run('completed')
const answer = () => ({ status: 200, body: current })

const meta: Meta = {
  title: 'Flows/Run',
  beforeEach: () => {
    posted.mockClear()
    current = run('completed')
  },
  parameters: {
    route: '/flow-execution/3f1c8a52-77d0-4b1e-9c36-a1b2c3d4e5f6',
    api: {
      'GET /flow-executions/:id': answer,
      'GET /flows/step-types': [],
      'POST /flow-executions/:id/cancel': ({ params }: { params: Record<string, string> }) => {
        posted('cancel', params.id)
        current = run('cancelled')
        return answer()
      },
      'POST /flow-executions/:id/retry': ({ params }: { params: Record<string, string> }) => {
        posted('retry', params.id)
        current = run('running')
        return answer()
      },
    },
  },
}
export default meta
type Story = StoryObj

export const Completed: Story = {
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'Run of Invoice intake' })
    ).toBeVisible()
    await expect(canvas.getByText('8.2s')).toBeVisible()
    await expect(canvas.getByText('3 of 3')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Retry' })).toBeNull()
    const [first] = canvas.getAllByRole('button', { name: 'Show output' })
    await userEvent.click(first as HTMLElement)
    await expect(canvas.getByRole('region', { name: 'Output of step 1' })).toHaveTextContent('4711')
  },
}

export const Failed: Story = {
  beforeEach: () => {
    current = failed
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('3 attempts', { exact: false })).toBeVisible()
    await expect(canvas.getByText('1 failed')).toBeVisible()
    await expect(canvas.getByRole('list', { name: 'Attempts of step 2' })).toHaveTextContent(
      'Attempt 3'
    )
    const steps = within(canvas.getByRole('region', { name: 'Steps' }))
    await expect(steps.getByText('maintenance', { exact: false })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Cancel' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Retry' }))
    await expect(await screen.findByText('Execution retried successfully')).toBeVisible()
    await expect(await canvas.findByRole('button', { name: 'Cancel' })).toBeVisible()
    await expect(posted).toHaveBeenCalledWith('retry', 'run_1')
  },
}

export const FailedDark: Story = {
  ...Failed,
  globals: { theme: 'dark' },
  play: undefined,
}

export const FollowsWhileRunning: Story = {
  beforeEach: () => {
    current = run('running')
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Cancel' })).toBeVisible()
    current = run('completed')
    await waitFor(() => expect(canvas.getByText('3 of 3')).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Cancel' })).toBeNull()
  },
}

export const Cancels: Story = {
  beforeEach: () => {
    current = run('running')
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Cancel' }))
    await expect(await screen.findByText('Execution cancelled successfully')).toBeVisible()
    await expect(await canvas.findByText('Cancelled')).toBeVisible()
    await expect(posted).toHaveBeenCalledWith('cancel', 'run_1')
  },
}

export const NotStarted: Story = {
  beforeEach: () => {
    current = run('pending', { stepResults: [], startedAt: null, completedSteps: 0 })
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No step has started yet')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Cancel' })).toBeNull()
  },
}

// Red when the path is shown as it is, when a step in a branch is known by its id alone, and when what waits is told
// as one that is tried again.
export const InBranches: Story = {
  parameters: {
    api: {
      'GET /flows/step-types': [
        {
          name: 'follow_place',
          label: 'Follow a place',
          description: '',
          icon: null,
          branches: [],
        },
      ],
    },
  },
  beforeEach: () => {
    const waiting = { status: 'waiting', completedAt: null }
    const tomorrow = new Date(Date.now() + 30 * 3_600_000).toISOString()
    const items = [0, 1].map((at) =>
      step(1, {
        stepId: 'follow',
        path: `check.yes.each[${at}].follow`,
        depth: 2,
        type: 'follow_place',
      })
    )
    current = run('running', {
      stepResults: [
        step(1, {}),
        step(2, { stepId: 'check', path: 'check', type: 'condition' }),
        step(1, { stepId: 'each', path: 'check.yes.each', depth: 1, type: 'for_each' }),
        ...items,
        step(1, {
          ...{ stepId: 'wait', path: 'check.no.wait', depth: 1, type: 'delay' },
          ...{ ...waiting, nextTryAt: tomorrow },
        }),
        step(3, { ...waiting, nextTryAt: tomorrow, errorMessage: 'No answer.' }),
      ],
    })
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('2 Condition › it is so › 1 for_each › item 2')
    ).toBeVisible()
    await expect(canvas.getByText('2 Condition › it is not')).toBeVisible()
    await expect(await canvas.findAllByRole('heading', { name: 'Follow a place' })).toHaveLength(2)
    await expect(canvas.getByText(/Waits until \w+ \d+, .*\d:\d\d/)).toBeVisible()
    await expect(canvas.getAllByText(/Next try/)).toHaveLength(1)
  },
}

export const NoSuchRun: Story = {
  parameters: {
    api: { 'GET /flow-executions/:id': () => ({ status: 404, body: { message: 'No such run.' } }) },
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'This run does not exist' })
    ).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /flow-executions/:id': 'pending' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('status', { name: 'Loading' })).toBeVisible()
  },
}
