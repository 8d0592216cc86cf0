import type { Approval, Execution } from '@crossdock/client'
import { MASK } from '@crossdock/admin/kit'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { sample } from '../../../../admin/.storybook/sample.js'
import { run, step } from './run_fixtures.js'

const failed = run('failed', {
  failedSteps: 1,
  errorMessage: 'Step 2: Zeta WMS answered 503 Service Unavailable; expected 200.',
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
    await expect(canvas.getByText('8.2 s')).toBeVisible()
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
    // Red when the step repeats the sentence above it.
    await expect(
      canvas.queryByText('Zeta WMS answered 503 Service Unavailable; expected 200.')
    ).toBeNull()
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

// Red when the raw path is shown, when a step in a branch is shown by its id alone, or when a waiting step is
// shown as retried.
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
          stepId: 'wait',
          path: 'check.no.wait',
          depth: 1,
          type: 'delay',
          ...waiting,
          nextTryAt: tomorrow,
        }),
        step(3, { ...waiting, nextTryAt: tomorrow, errorMessage: 'No answer.' }),
      ],
    })
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('2 Condition › it is true › 3 For Each › item 2')
    ).toBeVisible()
    await expect(canvas.getByText('2 Condition › it is false')).toBeVisible()
    await expect(await canvas.findAllByRole('heading', { name: 'Follow a place' })).toHaveLength(2)
    await expect(canvas.getByText(/Waits until \w+ \d+, .*\d:\d\d/)).toBeVisible()
    await expect(canvas.getAllByText(/Next try/)).toHaveLength(1)
    // The run is said to do what its steps do.
    await expect(canvas.getAllByText('Waiting')).toHaveLength(3)
    await expect(canvas.queryByText('Running')).toBeNull()
  },
}

// Red when the run page hides failed items, or the failed steps after which the run went on.
export const SomeItemsFailed: Story = {
  beforeEach: () => {
    const items = [0, 1].map((at) =>
      step(1, {
        stepId: 'follow',
        path: `each[${at}].follow`,
        depth: 1,
        ...(at === 1 ? { status: 'failed', isHandled: true, errorMessage: 'No such order.' } : {}),
      })
    )
    current = run('completed', {
      failedItems: 1,
      stepResults: [
        step(1, { stepId: 'each', path: 'each', type: 'for_each', name: 'Orders' }),
        ...items,
      ],
    })
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('1 item failed, and the run continued with the others.')
    ).toBeVisible()
    await expect(canvas.getAllByText('Run continued')).toHaveLength(1)
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

/** Red when Retry is offered although the server has nothing left to run. */
export const FailedOfADeletedWorkflow: Story = {
  beforeEach: () => {
    current = { ...failed, canRetry: false }
  },
  play: async ({ canvas }) => {
    await canvas.findByText('Step 2: Zeta WMS answered 503 Service Unavailable; expected 200.')
    await expect(canvas.queryByRole('button', { name: 'Retry' })).toBeNull()
  },
}

const decided: Approval = sample('Approval', {
  id: 'a1',
  runId: 'run_1',
  path: 'step_1',
  status: 'approved',
  decidedByName: 'Mia Berg',
  decidedAt: '2026-11-20T09:00:06.000Z',
  comment: 'Price is as agreed.',
  mayDecide: false,
})

// Red when the page hides who decided and why, or that an error was handled.
export const DecidedAndHandled: Story = {
  parameters: { axe: true, api: { 'GET /approvals': [decided] } },
  beforeEach: () => {
    current = run('completed', {
      stepResults: [
        step(1, { type: 'approval' }),
        step(2, {
          status: 'failed',
          isHandled: true,
          errorFamily: 'timeout',
          attempts: 3,
          errorMessage: 'Zeta WMS took longer than 60 s.',
        }),
      ],
    })
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Approved by Mia Berg/)).toBeVisible()
    await expect(canvas.getByText('Comment: Price is as agreed.')).toBeVisible()
    await expect(canvas.getByText('Error handled: It took too long')).toBeVisible()
  },
}

// Red when a replay with changed input does not start from the input of the run.
export const ChangesItsInput: Story = {
  beforeEach: () => {
    const contextData = { assetId: 'cmr', userId: null, event: null, dataHidden: false }
    current = run('completed', { contextData: { ...contextData, data: { order: 7, pin: MASK } } })
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Input of the run' }))
    await expect(canvas.getByRole('region', { name: 'Input of the run' })).toHaveTextContent(
      '"order": 7'
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Replay' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /With changed input/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replay with changed input' }))
    await expect(
      (dialog.getByRole('textbox', { name: /Input/ }) as HTMLTextAreaElement).value
    ).toContain('"order": 7')
    await expect(dialog.getByText(/Masked values are secrets/)).toBeVisible()
  },
}
