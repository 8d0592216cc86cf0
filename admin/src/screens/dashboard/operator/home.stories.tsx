import type { TenantsInUse } from '@crossdock/client'
import { page } from '@crossdock/admin/kit'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, spyOn, userEvent, waitFor, within } from 'storybook/test'
import { forgetTenant } from '../../../data/working_tenant.js'

const tenant = (
  name: string,
  [storage, percent, calls]: [number, number, number],
  more: Partial<TenantsInUse['byUse'][number]> = {}
): TenantsInUse['byUse'][number] => ({
  id: `ten_${name.slice(0, 2)}`,
  name,
  subdomain: name.split(' ')[0]!.toLowerCase(),
  status: 'active',
  activeUsers: 38,
  storageBytes: storage * 1_000_000_000,
  storagePercent: percent,
  apiCallsPercent: calls,
  failedRuns: 0,
  updatedAt: new Date(Date.now() - 120_000).toISOString(),
  ...more,
})

const tidewater = tenant('Tidewater Cold Storage', [148, 60, 96])
const boreal = tenant('Boreal Parts Works', [12, 20, 41], { failedRuns: 31 })
const use: TenantsInUse = {
  total: 38,
  byUse: [
    tidewater,
    tenant('Nordfjord Freight', [92, 42, 52]),
    tenant('Lumen Harbor', [61, 30, 78], { failedRuns: 7 }),
    boreal,
    tenant('Pinebridge Medical Supply', [3, 4, 0], { status: 'suspended' }),
  ],
  failing: [boreal],
  nearLimit: [tidewater],
}

const meta: Meta = {
  title: 'Screens/Operator home',
  parameters: {
    route: '/dashboard',
    session: 'superAdmin',
    api: {
      'GET /admin/tenants/use': use,
      'GET /dashboard/metrics': {
        totalAssets: 412_906,
        activeUsers: 418,
        invitedUsers: 0,
        integrations: 96,
        systemStatus: 'operational',
        trouble: { failedJobs: 0, parkedEvents: 0 },
      },
      'GET /dashboard/activity': [
        {
          id: 'act_1',
          action: 'Created the organization Quarry Street Foods',
          entityType: null,
          entityId: null,
          userName: 'Dana',
          metadata: {},
          createdAt: '2026-11-20T10:00:00.000Z',
        },
      ],
      'GET /health': { components: {} },
      'GET /system': {
        health: {
          components: {
            database: { status: 'ok', latencyMs: 4 },
            mail: { status: 'degraded', message: 'The last mail was refused.' },
          },
        },
        workers: 3,
        queue: { waiting: 8 },
        unanswered: [],
        storage: { freeBytes: 412_000_000_000, damagedParts: 2 },
      },
      'POST /tenants/:id/enter': { status: 204 },
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  beforeEach: () => {
    spyOn(page, 'open').mockImplementation(() => undefined)
    return forgetTenant
  },
  play: async ({ canvas }) => {
    const attention = within(await canvas.findByRole('region', { name: 'Needs attention 3' }))
    await expect(
      attention.getByText('Tidewater Cold Storage has used 96% of its API calls')
    ).toBeVisible()
    await expect(attention.getByText('2 chunks of files are damaged')).toBeVisible()
    await expect(attention.getByRole('link', { name: 'Raise the limit' })).toHaveAttribute(
      'href',
      '/admin/environments?tenant=ten_Ti'
    )
    const tenants = within(await canvas.findByRole('region', { name: /^Tenants 38/ }))
    await expect(tenants.getAllByRole('row')).toHaveLength(6)
    await userEvent.click(tenants.getByRole('button', { name: 'Failing' }))
    await waitFor(() => expect(tenants.getAllByRole('row')).toHaveLength(2))
    await expect(tenants.getByText('31 runs')).toBeVisible()
    const health = within(canvas.getByRole('region', { name: 'System health' }))
    await expect(health.getByText('3 working, 8 jobs waiting')).toBeVisible()
    await expect(health.getByText('The last mail was refused.')).toBeVisible()
    // Red when a tenant's runs open outside the tenant.
    await userEvent.click(attention.getByRole('button', { name: 'Open the runs' }))
    await waitFor(() =>
      expect(page.open).toHaveBeenCalledWith(expect.stringMatching(/^\/flow-execution\?filter=/))
    )
    await expect(sessionStorage.getItem('crossdock.tenant')).toBe('ten_Bo')
  },
}

export const FilledDark: Story = {
  globals: { theme: 'dark' },
  play: async ({ canvas }) => {
    await canvas.findByRole('region', { name: /^Tenants 38/ })
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await canvas.findByRole('region', { name: /^Tenants 38/ })
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const NotKnown: Story = {
  parameters: {
    api: {
      'GET /admin/tenants/use': { status: 500, body: { message: 'The database is locked.' } },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/Some checks failed/)).toBeVisible()
    await expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

/** Red when an operator of an empty server is not guided to the first organization. */
export const FirstStart: Story = {
  parameters: {
    axe: true,
    api: {
      'GET /admin/tenants/use': { total: 0, byUse: [], failing: [], nearLimit: [] },
      'GET /system': {
        health: { components: {} },
        workers: 1,
        queue: { waiting: 0 },
        storage: null,
        mail: { server: null, from: 'crossdock@localhost' },
        unanswered: [],
      },
    },
  },
  play: async ({ canvas }) => {
    const steps = within(await canvas.findByRole('region', { name: 'First steps' }))
    await expect(await steps.findByText(/No mail server is set/)).toBeVisible()
    await expect(steps.getByText('Links in mails lead to crossdock.example.')).toBeVisible()
    await expect(steps.getByRole('link', { name: 'Create organization' })).toHaveAttribute(
      'href',
      '/tenants?new=tenant'
    )
    await expect(canvas.queryByText('Near a limit')).toBeNull()
  },
}
