import type { FailedJob, ParkedEvent, Plugin, System } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { chooseAction } from '../../../../.storybook/play.js'

const done = fn()
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const system: System = {
  version: '0.1.0',
  node: '24.11.0',
  server: {
    host: 'dock-1',
    pid: 4711,
    role: 'all',
    startedAt: ago(50),
    memoryBytes: 210_000_000,
  },
  workers: 2,
  mail: { server: 'mail.harbor.example:587', from: 'Crossdock <dock@harbor.example>' },
  health: {
    status: 'degraded',
    version: '0.1.0',
    components: {
      database: { status: 'ok', latencyMs: 2 },
      storage: { status: 'degraded', message: 'Less than 1 GiB is free in the storage of files.' },
    },
    trouble: { failedJobs: 1, parkedEvents: 0 },
  },
  database: {
    kind: 'postgres',
    version: '17.6',
    bytes: 900_000_000,
    migrations: 92,
    lastMigration: 'backend/app/system/migrations/1_create_system_tables',
  },
  queue: {
    waiting: 3,
    scheduled: 40,
    running: 2,
    held: 0,
    paused: 0,
    failed: 2,
    unknown: 0,
    parkedWaiting: 1,
    parkedFailed: 0,
    most: 10_000,
  },
  storage: {
    kind: 'disk',
    bytes: 52_000_000_000,
    freeBytes: 800_000_000,
    damagedParts: 2,
    verifiedAt: ago(80),
    givenBackAt: null,
  },
  encryption: {
    keys: [
      { id: 'a1b2c3d4', use: 'current', firstUsedAt: ago(900), sealed: 12 },
      { id: '0f0f0f0f', use: 'previous', firstUsedAt: ago(9000), sealed: 0 },
      { id: 'deadbeef', use: 'missing', firstUsedAt: null, sealed: 1 },
    ],
    isCut: false,
  },
  plugins: [],
  unanswered: [],
}

const plugin: Plugin = {
  name: 'flows',
  version: '0.1.0',
  package: null,
  operator: true,
  dependsOn: [],
  contributions: [
    { kind: 'operation', name: 'GET /workflows' },
    { kind: 'operation', name: 'POST /flow-executions/trigger' },
    { kind: 'job', name: 'flows.run' },
  ],
  health: { status: 'ok', checks: {} },
}

let jobs: FailedJob[] = []
let parked: ParkedEvent[] = []

const meta: Meta = {
  title: 'Screens/System',
  beforeEach: () => {
    done.mockClear()
    const job = { status: 'failed' as const, tenantId: 'ten_1', tries: 10, createdAt: ago(5) }
    jobs = [
      {
        ...job,
        id: 'job_1',
        name: 'mail.send',
        failedAt: ago(2),
        retryable: true,
        lastError: 'The mail server did not answer within ten seconds.',
      },
      {
        ...job,
        id: 'job_2',
        name: 'flows.run',
        failedAt: ago(3),
        retryable: false,
        lastError: null,
      },
    ]
    parked = [
      {
        id: 'par_1',
        tenantId: 'ten_1',
        consumer: 'flows.triggers',
        eventId: 'evt_1',
        eventType: 'file_upload',
        state: 'failed',
        tries: 12,
        retryAt: null,
        lastError: 'A trigger could not be read.',
        triedAt: ago(1),
        createdAt: ago(4),
      },
    ]
  },
  parameters: {
    route: '/system',
    session: 'superAdmin',
    api: {
      'GET /system': () => system,
      'GET /plugins': [plugin],
      'GET /jobs': () => jobs,
      'POST /jobs/:id/retry': ({ params }: FakeRequest) => {
        done('retry', params.id)
        jobs = jobs.filter(({ id }) => id !== params.id)
        return { status: 204 }
      },
      'DELETE /jobs/:id': ({ params }: FakeRequest) => {
        done('drop', params.id)
        jobs = jobs.filter(({ id }) => id !== params.id)
        return { status: 204 }
      },
      'GET /events/parked': () => parked,
      'POST /events/parked/:id/retry': ({ params }: FakeRequest) => {
        done('retry', params.id)
        parked = []
        return { status: 202, body: {} }
      },
      'POST /system/mail-test': {
        to: 'root@harbor.example',
        accepted: false,
        server: 'mail.harbor.example:587',
        message: '535 Authentication failed',
        tookMs: 320,
      },
    },
  },
}
export default meta
type Story = StoryObj

const region = (name: string) => screen.findByRole('region', { name })

export const Overview: Story = {
  play: async () => {
    const [worst] = within(await region('Health')).getAllByRole('listitem')
    await expect(worst).toHaveTextContent(/^File storage.*Less than 1 GiB is free/)
    await expect(await region('Database')).toHaveTextContent('PostgreSQL 17.6')
    await expect(await region('Queue')).toHaveTextContent('Worker processes2')
    const keys = within(await region('Encryption keys'))
    await expect(keys.getByText(/^Secrets sealed with it cannot be opened/)).toBeVisible()
    await expect(keys.getByText(/^No credential needs this key/)).toBeVisible()
  },
}

export const OverviewDark: Story = { globals: { theme: 'dark' } }

/** Red when one part that does not answer hides the others. */
export const APartIsNotKnown: Story = {
  parameters: {
    api: {
      'GET /system': {
        ...system,
        storage: null,
        unanswered: [{ part: 'storage', reason: 'No answer within 4 seconds.' }],
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('Could not read storage. No answer within 4 seconds.')
    ).toBeVisible()
    await expect(await region('Database')).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: { 'GET /system': { status: 500, body: { message: 'Something went wrong.' } } },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Something went wrong.')).toBeVisible()
  },
}

export const NoPermission: Story = {
  parameters: { session: 'member' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  },
}

export const TriesTheMailServer: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Send a test email' }))
    await expect(await canvas.findByText('535 Authentication failed')).toBeVisible()
  },
}

/** Red when the email is reported as sent without a mail server. */
export const WithoutAMailServer: Story = {
  parameters: {
    api: {
      'GET /system': { ...system, mail: { ...system.mail, server: null } },
      'POST /system/mail-test': {
        to: 'root@harbor.example',
        accepted: true,
        server: null,
        message: null,
        tookMs: 4,
      },
    },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Send a test email' }))
    await expect(await canvas.findByText(/was written to DATA_DIR\/mail/)).toBeVisible()
    await expect(canvas.queryByText(/on its way/)).toBeNull()
  },
}

/** Red when a job that is already being retried can be retried here, or a job is deleted without a question. */
export const Jobs: Story = {
  parameters: { route: '/system?tab=jobs' },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for flows.run' }))
    await expect(await screen.findByRole('menuitem', { name: 'Try again' })).toHaveAttribute(
      'aria-disabled',
      'true'
    )
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Delete 1 failed job?' })
    )
    await expect(done).not.toHaveBeenCalled()
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(done).toHaveBeenCalledWith('drop', 'job_2'))
    await chooseAction('mail.send', 'Try again')
    await expect(await screen.findByText('1 job is retried')).toBeVisible()
    await expect(await screen.findByText('No failed jobs')).toBeVisible()
  },
}

export const SeveralJobs: Story = {
  parameters: { route: '/system?tab=jobs' },
  play: async () => {
    await userEvent.click(await screen.findByRole('checkbox', { name: /all/i }))
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(done.mock.calls).toEqual([['retry', 'job_1']]))
  },
}

export const Parked: Story = {
  parameters: { route: '/system?tab=events' },
  play: async () => {
    await chooseAction('file_upload', 'Try now')
    await expect(await screen.findByText('1 event is retried now')).toBeVisible()
    await expect(await screen.findByText('No parked events')).toBeVisible()
  },
}

export const Plugins: Story = {
  parameters: { route: '/system?tab=plugins' },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText('2 operations, 1 job'))
    await expect(await canvas.findByText('POST /flow-executions/trigger')).toBeVisible()
    // Red when the lists of a plugin have no heading.
    await expect(canvas.getByRole('heading', { name: '2 operations' })).toBeVisible()
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async () => {
    await region('Health')
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const German: Story = {
  parameters: { language: 'de' },
  play: async () => {
    await expect(await region('Zustand')).toBeVisible()
  },
}
