import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from 'storybook/test'
import { ago } from './fixtures.js'
import { run, step } from './run_fixtures.js'

const runs = (['running', 'completed', 'failed'] as const).map((status, at) =>
  run(status, {
    id: `run_${at}`,
    executionId: `${at}f1c8a52-77d0-4b1e-9c36-a1b2c3d4e5f6`,
    startedAt: ago(at * 40 + 2),
    ...(status === 'running' && { stepResults: [step(1, { status: 'waiting' })] }),
  })
)

const meta: Meta = {
  title: 'Flows/Recent Runs',
  parameters: {
    route: '/dashboard',
    api: {
      'GET /dashboard/metrics': {
        totalAssets: 128_430,
        activeUsers: 64,
        invitedUsers: 0,
        integrations: 3,
        systemStatus: 'operational',
      },
      'GET /dashboard/activity': [
        { id: 'act_1', action: 'Uploaded CMR-02211.pdf', createdAt: ago(12) },
      ],
      'GET /health': { components: { database: { status: 'ok' } } },
      'GET /flow-executions': runs,
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    const table = within(await canvas.findByRole('table', { name: 'Recent Runs' }))
    await expect(table.getAllByRole('row')).toHaveLength(4)
    await expect(table.getByText('Failed')).toBeVisible()
    // A run that waits is not shown as running.
    await expect(table.getByText('Waiting')).toBeVisible()
    await expect(table.getAllByText('File Events')[0]).toBeVisible()
    await expect(table.getAllByRole('link', { name: 'Invoice intake' })[1]).toHaveAttribute(
      'href',
      '/flow-execution/1f1c8a52-77d0-4b1e-9c36-a1b2c3d4e5f6'
    )
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

export const NothingYet: Story = {
  parameters: { api: { 'GET /flow-executions': [] } },
  play: async ({ canvas }) => {
    await canvas.findByText('Uploaded CMR-02211.pdf')
    // The heading stays until the answer arrives.
    await waitFor(() => expect(canvas.queryByText('Recent Runs')).toBeNull())
  },
}

export const NotForEverybody: Story = {
  parameters: { session: 'reader' },
  play: async ({ canvas }) => {
    await canvas.findByText('Uploaded CMR-02211.pdf')
    await expect(canvas.queryByText('Recent Runs')).toBeNull()
  },
}
