import type { Approval, Execution, IntegrationLog } from '@crossdock/client'
import { MASK } from '@crossdock/admin/kit'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { sample } from '../../../../admin/.storybook/sample.js'
import { run, step } from './run_fixtures.js'

const failed = run('failed', {
  failedSteps: 1,
  duration: 3_500,
  workDuration: 112,
  errorMessage: 'Step 2: Zeta WMS answered 503 Service Unavailable; expected 200.',
  stepResults: [
    step(1, { type: 'condition', branch: 'yes', output: { result: true } }),
    step(2, {
      name: 'Send invoice',
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

const call = (attempt: number): IntegrationLog =>
  sample('IntegrationLog', {
    id: `log_${attempt}`,
    stepId: 'step_2',
    stepPath: 'step_2',
    attempt,
    systemId: 'wms',
    systemName: 'Zeta WMS',
    endpointName: 'Invoices',
    statusCode: 503,
    duration: 55,
    requestData: { method: 'POST', body: { number: `${1187 + attempt}` } },
    responseData: { error: 'maintenance' },
  })

const earlier = [
  run('completed', { id: 'run_0', assetName: 'invoice-1187.xml' }),
  run('failed', { id: 'run_1' }),
]

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
      'GET /flow-executions': earlier,
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
      await canvas.findByRole('heading', { name: 'Invoice intake', level: 1 })
    ).toBeVisible()
    await expect(canvas.getAllByText(/^8\.2\ss$/)[0]).toBeVisible()
    await expect(canvas.getByText('3 of 3')).toBeVisible()
    await expect(canvas.getAllByText('Version 4')[0]).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Retry' })).toBeNull()
    const others = within(await canvas.findByRole('region', { name: 'Same workflow' }))
    await expect(others.getAllByRole('listitem')).toHaveLength(1)
    await userEvent.click(canvas.getByRole('button', { name: /1 ?API Call/ }))
    await expect(canvas.getByRole('region', { name: 'Output of step 1' })).toHaveTextContent('4711')
  },
}

const withCalls = { 'GET /integrations/logs': [1, 2, 3].map(call) }

// Red when the cause lacks the message of the other system, or is said twice; when attempts are apart from their
// requests; or when waiting counts as duration.
export const Failed: Story = {
  parameters: { axe: true, api: withCalls },
  beforeEach: () => {
    current = failed
  },
  play: async ({ canvas }) => {
    const cause = await canvas.findByRole('alert')
    await expect(cause).toHaveTextContent(
      'Step 2: Zeta WMS answered 503 Service Unavailable; expected 200. It was tried 3 times. Its message was “maintenance”.'
    )
    await expect(canvas.getAllByText(/answered 503/)).toHaveLength(1)
    await expect(canvas.getByText('1 failed')).toBeVisible()
    await expect(canvas.getAllByText(/^112\sms$/)[0]).toBeVisible()
    await expect(canvas.getByText(/plus 3\.4\ss waiting/)).toBeVisible()
    await expect(canvas.getByText('it is true')).toBeVisible()
    const attempts = within(await canvas.findByRole('list', { name: 'Attempts of step 2' }))
    await expect(await attempts.findByRole('region', { name: 'Request' })).toHaveTextContent('1190')
    await userEvent.click(attempts.getByRole('button', { name: /Attempt 1/ }))
    await expect(attempts.getAllByRole('region', { name: 'Request' })[0]).toHaveTextContent('1188')
    await expect(attempts.getAllByRole('region', { name: 'Answer' })[0]).toHaveTextContent(
      'maintenance'
    )
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
    await expect(await canvas.findAllByText('Cancelled')).toHaveLength(2)
    await expect(posted).toHaveBeenCalledWith('cancel', 'run_1')
  },
}

export const NotStarted: Story = {
  beforeEach: () => {
    current = run('pending', {
      stepResults: [],
      startedAt: null,
      completedAt: null,
      duration: null,
      completedSteps: 0,
    })
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No step has started yet')).toBeVisible()
    await expect(canvas.getByText('Steps appear here as soon as the run begins.')).toBeVisible()
    await expect(canvas.getByText('Not started yet')).toBeVisible()
    await expect(canvas.getByText('Not ended yet')).toBeVisible()
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
    await expect(await canvas.findAllByRole('button', { name: /4 ?Follow a place/ })).toHaveLength(
      2
    )
    await expect(canvas.getByText('item 2')).toBeVisible()
    await expect(canvas.getByText(/Waiting · Waits until \w+ \d+, .*\d:\d\d/)).toBeVisible()
    await expect(canvas.getAllByText(/Next try/)).toHaveLength(1)
    const [, second] = canvas.getAllByRole('button', { name: /Follow a place/ })
    await userEvent.click(second!)
    await expect(canvas.getByText('2 Condition › it is true › 3 For Each › item 2')).toBeVisible()
    // The run is said to do what its steps do.
    await expect(canvas.getAllByText('Waiting')).toHaveLength(4)
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
    await expect(canvas.getByText('item 2 · Run continued')).toBeVisible()
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
    await expect(canvas.getByText(/It may have been removed/)).toBeVisible()
  },
}

// Red when a run that could not be read is said to not exist.
export const NotRead: Story = {
  parameters: {
    api: { 'GET /flow-executions/:id': () => ({ status: 503, body: { message: 'Come back.' } }) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Come back.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(canvas.queryByText('This run does not exist')).toBeNull()
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
    await canvas.findByText(/Step 2: Zeta WMS answered 503 Service Unavailable; expected 200/)
    await expect(canvas.queryByRole('button', { name: 'Retry' })).toBeNull()
  },
}

/** Why a failed run cannot be retried, and what would change that. */
const hinderedBy = (retryHindrance: NonNullable<Execution['retryHindrance']>, says: string) =>
  ({
    beforeEach: () => {
      current = { ...failed, canRetry: false, retryHindrance }
    },
    play: async ({ canvas }) => {
      await expect(await canvas.findByRole('alert')).toHaveTextContent(says)
      await expect(canvas.queryByRole('button', { name: 'Retry' })).toBeNull()
      const replay = canvas.queryByRole('button', { name: 'Replay' })
      await expect(replay === null).toBe(retryHindrance === 'deleted')
    },
  }) satisfies Story

export const ItsWorkflowWasDeleted: Story = hinderedBy(
  'deleted',
  'It cannot be retried because its workflow was deleted.'
)
export const ItsWorkflowIsPaused: Story = hinderedBy(
  'paused',
  'It can be retried once its workflow is active again.'
)
export const ItsEnvironmentIsOff: Story = hinderedBy(
  'environment',
  'It can be retried once its environment is active again.'
)
export const ItsStepTypeIsGone: Story = hinderedBy(
  'stepType',
  'It cannot be retried because the type of its failed step is no longer installed.'
)
export const TheRightsAreGone: Story = hinderedBy(
  'rights',
  'It cannot be retried, because the person who saved the workflow lacks a permission.'
)

// Red when the reason of a refused retry is hidden.
export const RetryIsRefused: Story = {
  beforeEach: () => {
    current = failed
  },
  parameters: {
    api: {
      'POST /flow-executions/:id/retry': () => ({
        status: 409,
        body: { code: 'E_PAUSED', message: 'Workflow Invoice intake is paused.' },
      }),
    },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Retry' }))
    await expect(await screen.findByText('Workflow Invoice intake is paused.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Retry' })).toBeEnabled()
  },
}

export const RelatedRuns: Story = {
  beforeEach: () => {
    current = run('completed', {
      assetName: null,
      parentId: 'run_0',
      stepResults: [step(1, { type: 'call_workflow', output: { ok: true } })],
    })
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText(/a file that was deleted or that you may not read/)
    ).toBeVisible()
    const linkOf = (label: string) => canvas.getByText(label).parentElement!.querySelector('a')
    await expect(linkOf('Run that started it')).toHaveAttribute(
      'href',
      expect.stringContaining('/flow-execution/run_0')
    )
    await expect(linkOf('Runs it started')).toHaveAttribute(
      'href',
      expect.stringContaining(encodeURIComponent('{"parentId":"run_1"}'))
    )
  },
}

// Red when a call is not shown because its system or its endpoint is gone.
export const CallsOfDeletedOnes: Story = {
  parameters: {
    api: {
      'GET /integrations/logs': [
        sample('IntegrationLog', {
          id: 'log_1',
          stepId: 'step_1',
          stepPath: 'step_1',
          systemId: null,
          systemName: null,
          endpointName: null,
          attempt: 1,
          statusCode: 204,
          duration: 30,
          requestData: null,
          responseData: null,
        }),
      ],
    },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /1 ?API Call/ }))
    await expect(await canvas.findByText(/A deleted system › a deleted endpoint/)).toBeVisible()
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

const asked = (part: Partial<Approval>): Story => ({
  parameters: { api: { 'GET /approvals': [{ ...decided, ...part }] } },
  beforeEach: () => {
    current = run(part.status === 'open' ? 'running' : 'completed', {
      stepResults: [step(1, { type: 'approval' })],
    })
  },
})

export const AsksAPerson: Story = {
  ...asked({ status: 'open', decidedByName: null, decidedAt: null, comment: null }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Show the question' })).toHaveAttribute(
      'href',
      expect.stringContaining('/approvals?id=a1')
    )
  },
}

export const Rejected: Story = {
  ...asked({ status: 'rejected' }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Rejected by Mia Berg/)).toBeVisible()
  },
}

export const InputIsHidden: Story = {
  beforeEach: () => {
    const contextData = {
      assetId: 'cmr',
      userId: null,
      userName: null,
      event: null,
      data: null,
      dataHidden: true,
    }
    current = run('completed', { contextData })
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('You do not have permission to see its input data.')
    ).toBeVisible()
  },
}

const replayed = {
  'POST /flow-executions/:id/replay': ({ body }: { body: unknown }) => {
    posted('replay', body)
    return { status: 202, body: run('pending', { id: 'run_9' }) }
  },
  'GET /integrations/workflows/:id': { id: 'wf_intake', steps: [{ id: 'step_1' }] },
}

// Red when a replay with changed input does not start from the input of the run, or when an unchanged input
// is sent with its masks.
export const ChangesItsInput: Story = {
  parameters: { api: replayed },
  beforeEach: () => {
    const contextData = {
      assetId: 'cmr',
      userId: null,
      userName: null,
      event: null,
      dataHidden: false,
    }
    current = run('completed', { contextData: { ...contextData, data: { order: 7, pin: MASK } } })
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('region', { name: 'Input of the run' })).toHaveTextContent(
      '"order": 7'
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Change and replay' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replay Invoice intake' }))
    const input = dialog.getByRole('textbox', { name: /Input/ })
    await expect((input as HTMLTextAreaElement).value).toContain('"order": 7')
    await expect(dialog.getByText(/Masked values are secrets/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Replay' }))
    await waitFor(() => expect(posted).toHaveBeenCalledWith('replay', {}))
  },
}

const outdated = { ...failed, version: 1, activeVersion: 2 }

// Red when the page does not say that Retry repeats the old version.
export const OfAnOldVersion: Story = {
  parameters: { axe: true, api: { ...withCalls, ...replayed } },
  beforeEach: () => {
    current = outdated
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('Retry repeats version 1, but version 2 is active now.')
    ).toBeVisible()
    await expect(canvas.getAllByText(/Version 1 \(2 is active\)/)[0]).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Replay with version 2' }))
    await waitFor(() => expect(posted).toHaveBeenCalledWith('replay', { version: 'active' }))
  },
}

// Red when the active version is not the default from the beginning, or is one from a step that it lacks.
export const ReplaysOnAVersion: Story = {
  parameters: { axe: true, api: { ...withCalls, ...replayed } },
  beforeEach: () => {
    current = outdated
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Replay' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replay Invoice intake' }))
    const version = dialog.getByRole('combobox', { name: 'Version' })
    await expect(version).toHaveTextContent('Version 2 (active)')
    await expect(dialog.getByRole('button', { name: 'Replay with version 2' })).toBeVisible()
    await userEvent.click(dialog.getByRole('combobox', { name: 'Start' }))
    await userEvent.click(await screen.findByRole('option', { name: 'From step 2, Send invoice' }))
    await expect(version).toHaveTextContent('Version 1 (of this run)')
    await expect(
      await dialog.findByText(/Version 2 no longer has this step, so version 1 runs/)
    ).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Replay with version 1' }))
    await waitFor(() =>
      expect(posted).toHaveBeenCalledWith('replay', { fromStepId: 'step_2', version: 'same' })
    )
  },
}

export const OfAnOldVersionDark: Story = {
  ...OfAnOldVersion,
  globals: { theme: 'dark' },
  play: undefined,
}

// Red when a step around the failed one looks failed, or when nothing marks a test.
export const FailedInBranches: Story = {
  beforeEach: () => {
    current = run('failed', {
      triggerType: 'test',
      version: null,
      failedSteps: 1,
      errorMessage: 'Step 3: No such order.',
      stepResults: [
        step(1, { stepId: 'check', path: 'check', type: 'condition', branch: 'yes' }),
        step(1, {
          stepId: 'each',
          path: 'check.yes.each',
          depth: 1,
          type: 'for_each',
          branch: 'each',
          status: 'stopped',
          completedAt: null,
        }),
        step(1, {
          stepId: 'work',
          path: 'check.yes.each[0].work',
          depth: 2,
          status: 'failed',
          errorMessage: 'No such order.',
        }),
        step(2, {
          stepId: 'both',
          path: 'both',
          type: 'parallel',
          branch: '*',
          status: 'running',
          completedAt: null,
        }),
        step(1, { stepId: 'note', path: 'both.a.note', depth: 1 }),
      ],
    })
  },
  play: async ({ canvas }) => {
    const steps = within(await canvas.findByRole('region', { name: 'Steps' }))
    await expect(steps.getByRole('button', { name: /Completed ?1 ?Condition/ })).toBeVisible()
    await expect(steps.getByRole('button', { name: /Stopped ?2 ?For Each/ })).toBeVisible()
    await expect(steps.getAllByText('Failed')).toHaveLength(1)
    // Red when a step is offered that runs for each item, or in parallel to others.
    const starts = steps.getAllByRole('button', { name: /Retry from here/ })
    await expect(starts.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Retry from here: step 2, For Each',
      'Retry from here: step 4, Parallel',
    ])
    await expect(canvas.getAllByText('Test')[0]).toBeVisible()
  },
}
