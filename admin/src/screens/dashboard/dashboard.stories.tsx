import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'

const activity = [
  'Uploaded CMR-02211.pdf',
  'Activated workflow Invoice intake',
  'Agent WS-GHENT-07 came online',
  'Connected system Zeta WMS',
  'Changed quota of Production',
  'Deleted old-report.xlsx',
].map((action, at) => ({
  id: `act_${at}`,
  action,
  createdAt: new Date(Date.UTC(2026, 10, 20, 12) - at * 3_700_000).toISOString(),
}))

const filled = {
  'GET /flow-executions': [],
  'GET /dashboard/metrics': {
    totalAssets: 128_430,
    activeUsers: 64,
    integrations: 3,
    systemStatus: 'operational',
  },
  'GET /dashboard/activity': activity,
  'GET /activity': activity,
  'GET /health': {
    status: 'ok',
    components: { database: { status: 'ok' }, storage: { status: 'ok' }, jobs: { status: 'ok' } },
  },
}

const meta: Meta = { title: 'Screens/Dashboard', parameters: { route: '/dashboard', api: filled } }
export default meta
type Story = StoryObj

const card = (name: string) => {
  const heading = screen.getByRole('heading', { name })
  return within(heading.closest('.MuiCard-root') as HTMLElement)
}

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('128,430')).toBeVisible()
    await expect(card('Active Users').getByText('64')).toBeVisible()
    await expect(card('Integrations').getByText('3')).toBeVisible()
    await expect(await canvas.findByText('Operational')).toBeVisible()
    await expect(await canvas.findByText('All 3 components responding')).toBeVisible()
    await expect(await canvas.findByText('Changed quota of Production')).toBeVisible()
    await expect(canvas.queryByText('Deleted old-report.xlsx')).toBeNull()
    await expect(canvas.queryByText('System Administration')).toBeNull()
  },
}

export const ViewAll: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'View all' }))
    await screen.findByRole('dialog', { name: 'Activity' })
    await waitFor(() => expect(screen.getByText('Deleted old-report.xlsx')).toBeVisible())
  },
}

export const SuperAdministratorDark: Story = {
  globals: { theme: 'dark' },
  parameters: { session: 'superAdmin' },
  play: async ({ canvas }) => {
    const block = await canvas.findByRole('region', { name: 'System Administration' })
    await expect(within(block).getByRole('link', { name: /Manage Tenants/ })).toHaveAttribute(
      'href',
      '/tenants'
    )
  },
}

export const Empty: Story = {
  parameters: {
    api: {
      'GET /dashboard/metrics': () => ({}),
      'GET /dashboard/activity': [],
      'GET /health': () => ({}),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findAllByText('0')).toHaveLength(3)
    await expect(canvas.queryByText('Recent Activity')).toBeNull()
  },
}

export const Degraded: Story = {
  parameters: {
    api: {
      'GET /dashboard/metrics': () => ({ systemStatus: 'degraded' }),
      'GET /health': () => ({
        status: 'degraded',
        components: { database: { status: 'ok' }, jobs: { status: 'degraded' } },
      }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Degraded')).toBeVisible()
    await expect(await canvas.findByText('Needs attention: jobs')).toBeVisible()
  },
}

export const OwnTrouble: Story = {
  parameters: {
    api: {
      'GET /dashboard/metrics': () => ({
        systemStatus: 'degraded',
        trouble: { failedJobs: 2, parkedEvents: 1 },
      }),
      'GET /health': () => ({ status: 'ok', components: { database: { status: 'ok' } } }),
    },
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('Needs attention: 2 failed jobs, 1 parked event')
    ).toBeVisible()
  },
}

export const Down: Story = {
  parameters: {
    api: {
      'GET /dashboard/metrics': () => ({ systemStatus: 'down' }),
      'GET /health': () => ({
        status: 503,
        body: { status: 'down', components: { storage: { status: 'down' } } },
      }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Down')).toBeVisible()
    await expect(await canvas.findByText('Needs attention: storage')).toBeVisible()
  },
}

export const ReaderHasNoFullFeed: Story = {
  parameters: { session: 'reader' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Uploaded CMR-02211.pdf')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'View all' })).toBeNull()
  },
}

export const Loading: Story = {
  parameters: {
    api: { 'GET /dashboard/metrics': 'pending', 'GET /dashboard/activity': 'pending' },
  },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Dashboard' })
    await expect(canvas.queryByText('Operational')).toBeNull()
  },
}

export const Failed: Story = {
  parameters: {
    api: {
      'GET /dashboard/metrics': () => ({
        status: 500,
        body: { message: 'The database is locked.' },
      }),
      'GET /dashboard/activity': { status: 502, body: '<html>Bad gateway</html>' },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The database is locked.')).toBeVisible()
    await expect(await canvas.findByText(/could not answer this request/)).toBeVisible()
    await expect(canvas.queryByText(/html/)).toBeNull()
  },
}

export const NoPermission: Story = {
  parameters: {
    session: 'viewer',
    api: {
      'GET /dashboard/activity': {
        status: 403,
        body: { message: 'Your role does not include activity.read.' },
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Your role does not include activity.read.')).toBeVisible()
  },
}
