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
  entityType: ['asset', 'workflow', null, null, null, 'asset'][at] ?? null,
  entityId: ['cmr', 'wf_1', null, null, null, 'old'][at] ?? null,
  userName: at === 1 ? 'Ada Quay' : null,
  metadata: {
    eventType: ['file_upload', 'workflow_updated', '', '', '', 'file_delete'][at],
    type: 'file',
    parentId: null,
  },
  createdAt: new Date(Date.UTC(2026, 10, 20, 12) - at * 3_700_000).toISOString(),
  lastAt: new Date(Date.UTC(2026, 10, 20, 12) - at * 3_700_000).toISOString(),
}))

const hours = Array.from({ length: 24 }, (_, at) => ({
  hour: new Date(Date.UTC(2026, 10, 20, at)).toISOString(),
  runs: (at * 7) % 19,
  failed: at % 9 === 4 ? 3 : 0,
  running: at === 23 ? 1 : 0,
}))

const well = {
  'GET /integrations/workflows/failing': [],
  'GET /integrations/systems/failing': [],
  'GET /flow-executions/waiting': { count: 0, oldest: null },
  'GET /flow-executions/hours': hours,
  // Every list has an entry, so the first steps are done.
  'GET /assets': [{ id: 'a' }],
  'GET /integrations/systems': [{ id: 's' }],
  'GET /integrations/endpoints': [{ id: 'e' }],
  'GET /integrations/workflows': [{ id: 'w' }],
  'GET /users': [{ id: 'u' }, { id: 'v' }],
}

const filled = {
  ...well,
  'GET /flow-executions': [],
  'GET /dashboard/metrics': {
    totalAssets: 128_430,
    activeUsers: 64,
    invitedUsers: 3,
    integrations: 3,
    systemStatus: 'operational',
  },
  'GET /dashboard/activity': activity,
  'GET /activity': activity,
  'GET /activity-types': [],
  'GET /health': {
    status: 'ok',
    components: { database: { status: 'ok' }, storage: { status: 'ok' }, jobs: { status: 'ok' } },
  },
}

const meta: Meta = { title: 'Screens/Dashboard', parameters: { route: '/dashboard', api: filled } }
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('128,430')).toBeVisible())
    await expect(canvas.getByText('64')).toBeVisible()
    await expect(canvas.getByText('3 invited')).toBeVisible()
    await expect(await canvas.findByText('Operational')).toBeVisible()
    // Red when numbers come before what needs attention.
    const well = await canvas.findByText('Everything is healthy.')
    const after = well.compareDocumentPosition(canvas.getByText('Operational'))
    await expect(after & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await waitFor(() => expect(canvas.getByText('Changed quota of Production')).toBeVisible())
    await expect(canvas.queryByText('Deleted old-report.xlsx')).toBeNull()
    await expect(canvas.queryByText('System Administration')).toBeNull()
  },
}

const run = {
  id: 'run_2',
  executionId: 'exe_2',
  flowName: 'Invoice intake',
  triggerType: 'manual',
  status: 'completed',
  completedSteps: 2,
  totalSteps: 2,
  stepResults: [],
  duration: 900,
  startedAt: '2026-11-20T10:00:00.000Z',
}

/** For the super administrator: the state of organizations is not shown here. */
export const ServerIsWell: Story = {
  parameters: { session: 'superAdmin' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The server is healthy.')).toBeVisible()
    await expect(canvas.queryByText('Everything is healthy.')).toBeNull()
  },
}

export const AllIsWell: Story = {
  parameters: {
    api: { 'GET /flow-executions': [run] },
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Everything is healthy.')).toBeVisible())
    await expect(canvas.getByText('Last event')).toBeVisible()
    await expect(canvas.queryByText('First steps')).toBeNull()
    await expect(canvas.getByRole('link', { name: 'Total Assets' })).toHaveAttribute(
      'href',
      '/assets'
    )
    await expect(
      canvas.getByRole('link', { name: 'Activated workflow Invoice intake' })
    ).toHaveAttribute('href', '/integrations/workflows/wf_1')
    await expect(canvas.getByRole('link', { name: 'Uploaded CMR-02211.pdf' })).toHaveAttribute(
      'href',
      '/assets/cmr'
    )
    await expect(canvas.getByText('by Ada Quay')).toBeVisible()
    await expect(
      await canvas.findByRole('img', { name: /runs in the last 24 hours/ })
    ).toBeVisible()
    // Rendered after the chart with the same data.
    const table = await canvas.findByRole('table', { name: 'Runs, last 24 hours' })
    await expect(within(table).getAllByRole('row')).toHaveLength(25)
  },
}

const failingWorkflow = {
  id: 'wf_1',
  name: 'Invoice intake',
  runs: 10,
  failed: 7,
  runId: 'run_1',
  executionId: 'exe_1',
  failedAt: '2026-11-20T10:00:00.000Z',
  errorMessage: 'Step Tell customs: The system answered 503.',
}

const ill = {
  'GET /integrations/workflows/failing': [failingWorkflow],
  'GET /integrations/systems/failing': [
    {
      id: 'sys_1',
      name: 'Customs office',
      failed: 12,
      since: '2026-11-20T08:00:00.000Z',
      lastAt: '2026-11-20T10:00:00.000Z',
      logId: 'log_1',
      statusCode: 503,
      errorMessage: 'The system answered 503.',
    },
  ],
  'GET /dashboard/metrics': () => ({
    systemStatus: 'degraded',
    trouble: { failedJobs: 2, parkedEvents: 0 },
  }),
}

export const SomethingIsWrong: Story = {
  parameters: { api: { ...ill, 'POST /flow-executions/run_1/retry': {} } },
  play: async ({ canvas }) => {
    const block = await canvas.findByRole('region', { name: 'Needs attention 3' })
    const link = await within(block).findByRole('link', { name: 'Invoice intake is failing' })
    await expect(link).toHaveAttribute('href', '/flow-execution/exe_1')
    await expect(within(block).getByText(/7 of its last 10 runs failed/)).toBeVisible()
    await expect(
      within(block).getByText('Step Tell customs: The system answered 503.')
    ).toBeVisible()
    await expect(
      within(block).getByRole('link', { name: 'Log of the calls to Customs office' })
    ).toHaveAttribute(
      'href',
      '/integrations?tab=activity&filter=%7B%22systemId%22%3A%22sys_1%22%7D'
    )
    await expect(within(block).getByText('crossdock jobs')).toBeVisible()
    await expect(canvas.queryByText('Everything is healthy.')).toBeNull()
    await userEvent.click(
      within(block).getByRole('button', { name: 'Retry the last failed run of Invoice intake' })
    )
    await expect(await screen.findByText('Execution retried successfully')).toBeVisible()
  },
}

/** Red when the super administrator is sent to the command line although there is a page. */
export const TroubleOfTheInstallation: Story = {
  parameters: { session: 'superAdmin', api: ill },
  play: async ({ canvas }) => {
    const block = await canvas.findByRole('region', { name: /^Needs attention/ })
    await expect(await within(block).findByRole('link', { name: 'System' })).toHaveAttribute(
      'href',
      '/system?tab=jobs'
    )
  },
}

export const RunsWait: Story = {
  parameters: {
    api: { 'GET /flow-executions/waiting': { count: 3, oldest: '2026-11-20T09:58:00.000Z' } },
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('link', { name: '3 runs wait for a worker' })
    ).toHaveAttribute('href', '/flow-execution?filter=%7B%22status%22%3A%22pending%22%7D')
  },
}

export const SomethingIsWrongDark: Story = {
  globals: { theme: 'dark' },
  parameters: { api: ill },
  play: async ({ canvas }) => {
    await canvas.findByRole('region', { name: 'Needs attention 3' })
  },
}

export const NobodyKnows: Story = {
  parameters: {
    api: {
      'GET /integrations/systems/failing': {
        status: 500,
        body: { message: 'The database is locked.' },
      },
    },
  },
  play: async ({ canvas }) => {
    const line = await canvas.findByText(/Some checks failed/)
    await expect(line).toHaveTextContent('The database is locked.')
    await expect(canvas.queryByText('Everything is healthy.')).toBeNull()
  },
}

const firstDay = {
  'GET /assets': [{ id: 'a' }],
  'GET /integrations/systems': [],
  'GET /integrations/endpoints': [],
  'GET /integrations/workflows': [],
  'GET /users': [{ id: 'u' }],
}

/** One step after the other: a completed step is checked off, and a skipped one makes room for the next. */
export const FirstDay: Story = {
  parameters: {
    api: {
      ...firstDay,
      'GET /flow-executions/hours': hours.map(({ hour }) => ({
        hour,
        runs: 0,
        failed: 0,
        running: 0,
      })),
    },
  },
  play: async ({ canvas }) => {
    const block = await canvas.findByRole('region', { name: 'First steps' })
    await expect(await within(block).findByText('2 of 7 done')).toBeVisible()
    // First on the page.
    const well = await canvas.findByText('Everything is healthy.')
    const after = block.compareDocumentPosition(well)
    await expect(after & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await expect(within(block).getByRole('link', { name: 'Invite a colleague' })).toHaveAttribute(
      'href',
      '/users?new=people'
    )
    await userEvent.click(within(block).getByRole('button', { name: 'Skip' }))
    await expect(
      await within(block).findByRole('link', { name: 'Connect a system' })
    ).toHaveAttribute('href', '/integrations?tab=systems&new=system')
    await expect(canvas.getByText('No run in the last 24 hours')).toBeVisible()
    await userEvent.click(within(block).getByRole('button', { name: 'Hide the first steps' }))
    await waitFor(() => expect(canvas.queryByText('First steps')).toBeNull())
  },
}

/** The name is asked once, and the step can be skipped. */
export const FirstDayWithoutName: Story = {
  parameters: {
    session: 'nameless',
    api: { ...firstDay, 'PUT /settings/profile': {} },
  },
  play: async ({ canvas }) => {
    const block = await canvas.findByRole('region', { name: 'First steps' })
    const first = await within(block).findByRole('textbox', { name: 'First name' })
    await expect(within(block).getByRole('button', { name: 'Save name' })).toBeDisabled()
    await userEvent.type(first, 'Mara')
    await expect(within(block).getByRole('button', { name: 'Save name' })).toBeEnabled()
    await userEvent.click(within(block).getByRole('button', { name: 'Skip' }))
    await expect(within(block).queryByRole('textbox')).toBeNull()
    await expect(
      await within(block).findByRole('link', { name: 'Invite a colleague' })
    ).toBeVisible()
  },
}

export const ViewAll: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('link', { name: 'View all' }))
    await expect(await canvas.findByRole('heading', { name: 'Activity' })).toBeVisible()
    await expect(await canvas.findByText('Deleted old-report.xlsx')).toBeVisible()
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
    await canvas.findByText('Down')
    await expect(canvas.getAllByText('0').length).toBeGreaterThanOrEqual(3)
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
    await expect(await canvas.findByText('jobs')).toBeVisible()
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
    await expect(await canvas.findByText('2 failed jobs, 1 parked event')).toBeVisible()
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
    await expect(await canvas.findByText('storage')).toBeVisible()
  },
}

export const ReaderHasNoFullFeed: Story = {
  parameters: { session: 'reader', api: { 'GET /assets': [] } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Uploaded CMR-02211.pdf')).toBeVisible()
    await expect(canvas.queryByRole('link', { name: 'View all' })).toBeNull()
    // Only possible actions, and no numbers that this person may not see.
    const start = await canvas.findByRole('region', { name: 'What you can do here' })
    await expect(within(start).getAllByRole('link')).toHaveLength(1)
    await expect(canvas.getByText('Total Assets')).toBeVisible()
    await expect(canvas.queryByText('Active Users')).toBeNull()
    await expect(await canvas.findByText('Files you open appear here.')).toBeVisible()
    // Entries link only to allowed screens. Red when useEntityAddress leaves out isVisible.
    await expect(canvas.getByRole('link', { name: 'Uploaded CMR-02211.pdf' })).toBeVisible()
    await expect(canvas.getByText(/^Activated workflow/)).toBeVisible()
    await expect(canvas.queryByRole('link', { name: /^Activated workflow/ })).toBeNull()
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
    const locked = await canvas.findByText('The database is locked.')
    await waitFor(() => expect(locked).toBeVisible())
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
