import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { recordWith } from '../../../../admin/.storybook/play.js'
import { ago, reads } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const points = Array.from({ length: 48 }, (_, at) => {
  const completed = Math.round(24 + 20 * Math.sin(at / 6) + (at % 5))
  const failed = at === 33 ? 3 : at === 40 ? 4 : 0
  const slow = at > 30 && at < 36 ? 3 : 1
  return {
    at: ago((47 - at) * 30),
    completed,
    failed,
    cancelled: 0,
    p50: 800 * slow,
    p95: 1_700 * slow,
    p99: 2_600 * slow,
  }
})
const sum = (of: 'completed' | 'failed') => points.reduce((all, point) => all + point[of], 0)

const failure = (part: object) => ({
  workflowId: 'wf_intake',
  workflowName: 'Announce invoices',
  runs: 412,
  failed: 4,
  executionId: '2f1c8a52-77d0-4b1e-9c36-a1b2c3d4e5f6',
  canRetry: true,
  errorMessage: 'Customs Portal answered 503',
  ...part,
})

const monitoring = {
  period: 'day',
  pointMs: 1_800_000,
  completed: sum('completed'),
  failed: sum('failed'),
  cancelled: 0,
  p50: 812,
  p95: 1_740,
  p99: 2_610,
  points,
  failures: {
    workflows: [
      failure({}),
      failure({
        workflowId: 'wf_2',
        workflowName: 'Arrivals to customs',
        failed: 2,
        runs: 318,
        errorMessage: 'Line 9: goods code is missing',
      }),
      failure({
        workflowId: 'wf_3',
        workflowName: 'Price list to partners',
        failed: 1,
        runs: 24,
        canRetry: false,
        errorMessage: 'Partner Store did not answer within 30 s',
      }),
    ],
    others: 0,
    unfailing: 9,
  },
  systems: [{ systemId: 'sys_cus', tries: 1_204, failed: 6 }],
  queue: {
    count: 2,
    oldest: ago(3),
    points: points.map(({ at }, index) => ({ at, waiting: index === 33 ? 41 : 6 + (index % 4) })),
  },
  steps: [
    ['Declare line', 'Arrivals to customs', 'sys_cus', 178, 640, 46.2],
    ['Send invoice', 'Announce invoices', 'sys_cus', 240, 1_100, 27],
    [null, 'Price list to partners', null, 1_900, 3_400, 11.4],
  ].map(([stepName, workflowName, systemId, p50, p95, share], at) => ({
    workflowId: `wf_${at}`,
    stepId: `step_${at}`,
    stepType: 'api_call',
    stepName,
    workflowName,
    systemId,
    p50,
    p95,
    share,
    tries: 900,
  })),
}

const nothing = {
  ...monitoring,
  completed: 0,
  failed: 0,
  cancelled: 0,
  p50: null,
  p95: null,
  p99: null,
  points: points.map(({ at }) => ({
    at,
    completed: 0,
    failed: 0,
    cancelled: 0,
    p50: null,
    p95: null,
    p99: null,
  })),
  failures: { workflows: [], others: 0, unfailing: 0 },
  systems: [],
  queue: { count: 0, oldest: null, points: points.map(({ at }) => ({ at, waiting: 0 })) },
  steps: [],
}

const meta: Meta = {
  title: 'Flows/Monitoring',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/flow-execution?tab=monitoring',
    api: {
      ...reads,
      'GET /flow-executions/stats': {
        totalExecutions: 41_208,
        runningExecutions: 2,
        completedToday: sum('completed'),
        failedToday: 7,
        averageDuration: 1_400,
        successRate: 99.5,
      },
      'GET /flow-executions/monitoring': ({ query }: FakeRequest) => {
        sent('monitoring', query.get('period'), query.get('workflowId'))
        return monitoring
      },
      'POST /flow-executions/:id/retry': record('retry'),
    },
  },
}
export default meta
type Story = StoryObj

/** Throughput and latency, failures with their cause, the queue, and the slowest steps. */
export const Day: Story = {
  play: async ({ canvas }) => {
    const table = within(await canvas.findByRole('table', { name: 'Throughput' }))
    await expect(table.getAllByRole('row')).toHaveLength(49)
    const failures = within(canvas.getByRole('list', { name: 'Failures by workflow' }))
    await expect(failures.getAllByRole('listitem')).toHaveLength(3)
    await expect(failures.getByText('Line 9: goods code is missing')).toBeVisible()
    await expect(canvas.getByText('Show the 7 failed runs')).toBeVisible()
    await expect(failures.getAllByRole('button')).toHaveLength(2)
    await userEvent.click(
      failures.getByRole('button', { name: 'Retry the last run of Announce invoices' })
    )
    await expect(await screen.findByText('Execution retried successfully')).toBeVisible()
    await expect(canvas.getByText('Peak 41', { exact: false })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: '7 days' }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith('monitoring', 'week', null))
  },
}

// Red when the link leads to failed runs of other times.
export const LeadsToTheFailedRuns: Story = {
  parameters: { route: '/flow-execution?tab=monitoring&workflowId=wf_intake' },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('link', { name: 'Show the 7 failed runs' })
    ).toHaveAttribute(
      'href',
      expect.stringContaining(
        encodeURIComponent('{"status":"failed","after":"-P1D","flowId":"wf_intake"}')
      )
    )
  },
}

export const NothingFailed: Story = {
  parameters: {
    api: {
      'GET /flow-executions/monitoring': {
        ...monitoring,
        failed: 0,
        failures: { workflows: [], others: 0, unfailing: 12 },
        systems: [],
        queue: nothing.queue,
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No workflow failed.')).toBeVisible()
    await expect(canvas.queryByRole('link', { name: /failed run/ })).toBeNull()
    await expect(canvas.getByText('Nothing has waited longer than a minute')).toBeVisible()
    await expect(canvas.queryByText(/^Peak \d+ at/)).toBeNull()
  },
}

// Red when a workflow or a system without a name leaves its place empty.
export const DeletedOnes: Story = {
  parameters: {
    api: {
      'GET /flow-executions/monitoring': {
        ...monitoring,
        failures: {
          workflows: [failure({ workflowName: null, executionId: null, canRetry: false })],
          others: 3,
          unfailing: 0,
        },
        systems: [{ systemId: 'sys_gone', tries: 80, failed: 2 }],
        queue: { ...monitoring.queue, count: 1 },
        steps: monitoring.steps.map((step) => ({ ...step, workflowName: null })),
      },
    },
  },
  play: async ({ canvas }) => {
    const failures = within(await canvas.findByRole('list', { name: 'Failures by workflow' }))
    await expect(failures.getByText('A deleted workflow')).toBeVisible()
    await expect(failures.queryByRole('link')).toBeNull()
    await expect(canvas.getByText('3 more runs of other workflows failed.')).toBeVisible()
    await expect(
      canvas.getByText(/that was deleted or that you may not see 2 of 80 calls failed/)
    ).toBeVisible()
    await expect(canvas.getByText(/1 run waits, the oldest since/)).toBeVisible()
    const slowest = within(canvas.getByRole('table', { name: 'Slowest steps' }))
    await expect(slowest.getAllByText('A deleted workflow')).toHaveLength(3)
  },
}

export const NothingInThePeriod: Story = {
  parameters: {
    api: {
      'GET /flow-executions/monitoring': ({ query }: FakeRequest) => {
        sent('monitoring', query.get('period'), query.get('workflowId'))
        return nothing
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No executions in this period')).toBeVisible()
    await expect(canvas.getByText(/Choose a longer period, or clear the filters/)).toBeVisible()
    await userEvent.click(canvas.getByRole('combobox', { name: 'All workflows' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Resend receipt' }))
    await waitFor(() => expect(sent).toHaveBeenLastCalledWith('monitoring', 'day', 'wf_resend'))
  },
}

export const Failing: Story = {
  parameters: {
    api: {
      'GET /flow-executions/monitoring': () => ({
        status: 503,
        body: { code: 'E_AWAY', message: 'The database does not answer.' },
      }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /flow-executions/monitoring': () => new Promise(() => undefined) } },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await canvas.findByRole('table', { name: 'Slowest steps' })
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Dark: Story = { globals: { theme: 'dark' } }
