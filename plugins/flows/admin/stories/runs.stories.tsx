import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { recordWith } from '../../../../admin/.storybook/play.js'
import { ago, reads, workflows } from './fixtures.js'
import { run } from './run_fixtures.js'
import { selectRows } from './select_rows.js'

const sent = fn()
const record = recordWith(sent)

const runs = (['running', 'completed', 'failed'] as const).map((status, at) =>
  run(status, {
    id: `run_${at}`,
    executionId: `${at}f1c8a52-77d0-4b1e-9c36-a1b2c3d4e5f6`,
    createdAt: ago(at * 40 + 2),
    errorMessage: status === 'failed' ? 'Step 2 was refused: no such folder.' : null,
  })
)

const meta: Meta = {
  title: 'Flows/Runs',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/flow-execution',
    api: {
      ...reads,
      'GET /flow-executions/stats': {
        totalExecutions: 1_240,
        runningExecutions: 1,
        completedToday: 37,
        failedToday: 2,
        averageDuration: 8_200,
        successRate: 94.9,
      },
      'GET /flow-executions': ({ query }: FakeRequest) => {
        const { status } = JSON.parse(query.get('filter') ?? '{}') as { status?: string | string[] }
        return runs.filter((one) => !status || [status].flat().includes(one.status))
      },
      'GET /workflows': workflows.map((one) => ({ ...one, fields: [] })),
      'POST /flow-executions/:id/retry': record('retry'),
      'POST /flow-executions/:id/cancel': record('cancel'),
      'POST /flow-executions/trigger': record('trigger', 202),
    },
  },
}
export default meta
type Story = StoryObj

/** One line for each run, active runs on top, and the chips always visible. */
export const Executions: Story = {
  play: async ({ canvas }) => {
    const table = within(await canvas.findByRole('table', { name: 'Executions' }))
    await expect(table.getAllByRole('row')).toHaveLength(4)
    await expect(await canvas.findByText('94.9%')).toBeVisible()
    await expect(table.getByText(/no such folder/)).toBeVisible()
    const live = within(canvas.getByRole('list', { name: 'Running and waiting' }))
    await expect(live.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await userEvent.click(table.getByRole('button', { name: 'Retry' }))
    await expect(await screen.findByText('Execution retried successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('retry', 'run_2', '')
    await userEvent.click(canvas.getByRole('button', { name: 'Failed' }))
    await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(2))
  },
}

/** Cards with their actions, as in the specification. */
export const Cards: Story = {
  parameters: { route: '/flow-execution?layout=cards' },
  play: async ({ canvas }) => {
    const list = within(await canvas.findByRole('list', { name: 'Executions' }))
    await expect(list.getAllByRole('listitem')).toHaveLength(3)
    await expect(list.getByText('2f1c8a52')).toBeVisible()
    await expect(list.getAllByText('View Details')).toHaveLength(3)
    await expect(list.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(list.getByRole('button', { name: 'Cancel' })).toBeVisible()
  },
}

/** A shared link opens the table filtered by failed runs. */
export const SentLink: Story = {
  parameters: {
    route: `/flow-execution?filter=${encodeURIComponent('{"status":"failed"}')}`,
  },
  play: async ({ canvas }) => {
    const table = within(await canvas.findByRole('table', { name: 'Executions' }))
    await expect(table.getAllByRole('row')).toHaveLength(2)
    await expect(canvas.getByRole('button', { name: 'Status Failed' })).toBeVisible()
    await expect(table.getByRole('link', { name: 'Invoice intake' })).toHaveAttribute(
      'href',
      '/flow-execution/2f1c8a52-77d0-4b1e-9c36-a1b2c3d4e5f6'
    )
  },
}

export const QuickTrigger: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('tab', { name: 'Quick Trigger' }))
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Trigger Now: Invoice intake' })
    )
    await expect(await screen.findByText('Flow triggered successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('trigger', undefined, { flowId: 'wf_intake' })
  },
}

export const CancelsSelected: Story = {
  play: async () => {
    const bar = await selectRows(0, 1)
    await userEvent.click(bar.getByRole('button', { name: 'Cancel' }))
    await expect(await screen.findByText('2 executions cancelled')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('cancel', 'run_0', '')
  },
}

export const RetriesSelected: Story = {
  play: async () => {
    const bar = await selectRows(2)
    await userEvent.click(bar.getByRole('button', { name: 'Retry' }))
    await expect(await screen.findByText('1 execution retried')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('retry', 'run_2', '')
  },
}

// Red when the refused runs are no longer selected, or the reason is hidden.
export const SomeAreNotRetried: Story = {
  parameters: {
    api: {
      'POST /flow-executions/:id/retry': ({ params }: FakeRequest) =>
        params.id === 'run_2'
          ? {}
          : { status: 409, body: { message: 'Only failed executions can be retried.' } },
    },
  },
  play: async () => {
    const bar = await selectRows(1, 2)
    await userEvent.click(bar.getByRole('button', { name: 'Retry' }))
    await expect(await screen.findByText('Failed for 1 of 2')).toBeVisible()
    await expect(screen.getByText('Only failed executions can be retried.')).toBeVisible()
    await expect(screen.queryByText(/executions? retried$/)).toBeNull()
    await expect(await bar.findByText('1 selected')).toBeVisible()
  },
}

export const NothingYet: Story = {
  parameters: { api: { 'GET /flow-executions': [] } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No executions found')).toBeVisible()
    await expect(canvas.getByText(/appears here as soon as a workflow is started/)).toBeVisible()
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await canvas.findByRole('list', { name: 'Executions' })
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Dark: Story = { globals: { theme: 'dark' } }
