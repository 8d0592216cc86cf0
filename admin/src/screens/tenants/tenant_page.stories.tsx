import type { Tenant } from '@crossdock/client'
import { page } from '@crossdock/admin/kit'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../.storybook/fake_api.js'
import { sessions } from '../../../.storybook/sessions.js'
import { screens as texts } from '../../texts/de.json'

const day = 86_400_000

const harbor: Tenant = {
  id: 'ten_1',
  name: 'Harbor Logistics',
  subdomain: 'harbor',
  status: 'active',
  statusReason: null,
  statusChangedAt: null,
  statusChangedBy: null,
  deletesAt: null,
  slug: 'harbor',
  isActive: true,
  plan: null,
  customDomain: null,
  createdAt: '2026-03-02T08:00:00.000Z',
  updatedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  activeUsers: 64,
  invitedUsers: 2,
  storageBytes: 61_400_000_000,
  storageUsed: '57.2 GB',
  totalAssets: 128_430,
}

const suspended: Partial<Tenant> = {
  status: 'suspended',
  isActive: false,
  statusReason: 'Unpaid since March',
  statusChangedAt: '2026-11-20T10:00:00.000Z',
  statusChangedBy: 'operator@crossdock.example',
}

const deleting: Partial<Tenant> = {
  ...suspended,
  status: 'deleting',
  statusReason: null,
  deletesAt: new Date(Date.now() + 5 * day + 3_600_000).toISOString(),
}

const called = fn()
let stored: Tenant = harbor

const change = (name: string, values: Partial<Tenant>) => (request: FakeRequest) => {
  called(name, request.body || request.query.get('confirm'))
  stored = { ...stored, ...values, ...(name === 'update' && (request.body as Tenant)) }
  return stored
}

const meta: Meta = {
  title: 'Screens/Tenants/Page',
  beforeEach: () => {
    called.mockClear()
    stored = harbor
    spyOn(page, 'open').mockImplementation(() => undefined)
    return () => delete window.crossdockTenant
  },
  parameters: {
    route: '/tenants/ten_1',
    session: 'superAdmin',
    api: {
      'GET /tenants': () => [stored],
      'GET /tenants/:id': () => stored,
      'PUT /tenants/:id': change('update', {}),
      'POST /tenants/:id/suspend': change('suspend', suspended),
      'POST /tenants/:id/reactivate': change('reactivate', { ...harbor }),
      'POST /tenants/:id/restore': change('restore', { ...harbor }),
      'DELETE /tenants/:id': change('delete', deleting),
      'POST /tenants/:id/enter': ({ params }: FakeRequest) => {
        called('enter', params.id)
        return { status: 204 }
      },
      'POST /tenants/:id/leave': ({ params }: FakeRequest) => {
        called('leave', params.id)
        return { status: 204 }
      },
    },
  },
}
export default meta
type Story = StoryObj

const heading = () => screen.findByRole('heading', { level: 1, name: 'Harbor Logistics' })
const dialog = (name: string) => screen.findByRole('dialog', { name })

export const Active: Story = {
  play: async ({ canvas }) => {
    await heading()
    await expect(canvas.getByText('57.2 GB')).toBeVisible()
    await expect(canvas.getByText('128,430')).toBeVisible()
    await expect(canvas.getAllByText('Active')[0]).toBeVisible()
    await expect(canvas.getByText('harbor.crossdock.example')).toBeVisible()
  },
}

export const ActiveDark: Story = { globals: { theme: 'dark' }, play: () => heading() as never }

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  beforeEach: () => {
    stored = { ...harbor, ...suspended, name: 'Harbor-Logistics-and-Everything-Else-Company' }
  },
  play: async () => {
    await screen.findByText('Unpaid since March')
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const InGerman: Story = {
  parameters: { language: 'de' },
  beforeEach: () => {
    stored = { ...harbor, ...deleting }
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(texts.tenants.deletion.title)).toBeVisible()
    await expect(canvas.getByRole('button', { name: texts.tenants.actions.restore })).toBeVisible()
  },
}

export const Edits: Story = {
  play: async ({ canvas }) => {
    await heading()
    await userEvent.click(canvas.getByRole('button', { name: 'Edit' }))
    await dialog('Edit Tenant')
    const name = screen.getByRole('textbox', { name: /Tenant Name/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'Harbor')
    await userEvent.click(screen.getByRole('combobox', { name: /Plan/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Enterprise' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect(await screen.findByText('Tenant updated')).toBeVisible()
    await expect(called).toHaveBeenCalledWith('update', {
      name: 'Harbor',
      subdomain: 'harbor',
      plan: 'enterprise',
    })
    await expect(await screen.findByRole('heading', { level: 1, name: 'Harbor' })).toBeVisible()
  },
}

export const Suspends: Story = {
  play: async ({ canvas }) => {
    await heading()
    await userEvent.click(canvas.getByRole('button', { name: 'Suspend' }))
    const open = await dialog('Suspend Harbor Logistics?')
    await userEvent.type(within(open).getByRole('textbox', { name: /Reason/ }), 'Unpaid')
    await userEvent.click(within(open).getByRole('button', { name: 'Suspend' }))
    await expect(await screen.findByText('Tenant suspended')).toBeVisible()
    await expect(called).toHaveBeenCalledWith('suspend', { reason: 'Unpaid' })
    await expect(await canvas.findByText('Unpaid since March')).toBeVisible()
    await expect(canvas.getByText(/by operator@crossdock.example/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Reactivate' }))
    await expect(await screen.findByText('Tenant reactivated')).toBeVisible()
  },
}

export const DeletesOnlyWhatIsTyped: Story = {
  play: async ({ canvas }) => {
    await heading()
    await userEvent.click(canvas.getByRole('button', { name: 'Delete tenant' }))
    const open = await dialog('Delete Harbor Logistics?')
    const field = within(open).getByRole('textbox', { name: /Type harbor to confirm/ })
    await userEvent.type(field, 'harbour')
    await userEvent.click(within(open).getByRole('button', { name: 'Delete tenant' }))
    await expect(await screen.findByText('This is not the subdomain of the tenant')).toBeVisible()
    await expect(called).not.toHaveBeenCalled()
    await userEvent.clear(field)
    await userEvent.type(field, 'harbor')
    await userEvent.click(within(open).getByRole('button', { name: 'Delete tenant' }))
    await expect(await screen.findByText('Tenant closed')).toBeVisible()
    await expect(called).toHaveBeenCalledWith('delete', 'harbor')
    await expect(await canvas.findByText(/Everything is deleted in 5 days/)).toBeVisible()
    await expect(canvas.queryByText('Danger zone')).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel deletion' }))
    await expect(await screen.findByText('Deletion cancelled')).toBeVisible()
    await waitFor(() => expect(canvas.queryByText(/Everything is deleted/)).toBeNull())
  },
}

export const SomebodyWasQuicker: Story = {
  parameters: {
    api: {
      'POST /tenants/:id/suspend': {
        status: 409,
        body: {
          code: 'E_TENANT_STATUS',
          message: 'Nothing was done: the tenant "Harbor Logistics" is suspended.',
        },
      },
    },
  },
  play: async ({ canvas }) => {
    await heading()
    await userEvent.click(canvas.getByRole('button', { name: 'Suspend' }))
    const open = await dialog('Suspend Harbor Logistics?')
    await userEvent.click(within(open).getByRole('button', { name: 'Suspend' }))
    await expect(await screen.findByText(/Nothing was done/)).toBeVisible()
  },
}

export const Missing: Story = {
  parameters: {
    api: { 'GET /tenants/:id': { status: 404, body: { message: 'There is no tenant.' } } },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Tenant not found')).toBeVisible()
  },
}

export const NoPermission: Story = {
  parameters: { session: 'member' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  },
}

export const WorksInIt: Story = {
  play: async ({ canvas }) => {
    await heading()
    await userEvent.click(canvas.getByRole('button', { name: 'Work in this tenant' }))
    await waitFor(() => expect(page.open).toHaveBeenCalledWith('/dashboard'))
    await expect(called).toHaveBeenCalledWith('enter', 'ten_1')
    await expect(sessionStorage.getItem('crossdock.tenant')).toBe('ten_1')
  },
}

const inside = {
  ...sessions.superAdmin!,
  tenant: { id: 'ten_1', name: 'Harbor Logistics', subdomain: 'harbor', logo: null },
}

export const Banner: Story = {
  beforeEach: () => {
    window.crossdockTenant = 'ten_1'
    sessionStorage.setItem('crossdock.tenant', 'ten_1')
  },
  parameters: {
    api: {
      'GET /auth/me': ({ headers }: FakeRequest) => {
        called('me', headers.get('x-tenant'))
        return inside
      },
    },
  },
  play: async () => {
    const banner = await screen.findByRole('region', { name: 'Tenant you work in' })
    await expect(within(banner).getByText('You work in Harbor Logistics')).toBeVisible()
    await expect(called).toHaveBeenCalledWith('me', 'ten_1')
    const height = () => document.documentElement.style.getPropertyValue('--bar-height')
    await waitFor(() => expect(parseInt(height())).toBeGreaterThan(30))
    await userEvent.click(within(banner).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(page.open).toHaveBeenCalledWith('/tenants'))
    await expect(called).toHaveBeenCalledWith('leave', 'ten_1')
    await expect(sessionStorage.getItem('crossdock.tenant')).toBeNull()
  },
}

/** Red when the banner does not show the tenant's scheduled deletion. */
export const BannerOfOneToBeDeleted: Story = {
  ...Banner,
  beforeEach: () => {
    window.crossdockTenant = 'ten_1'
    stored = { ...harbor, ...deleting }
  },
  play: async () => {
    const banner = await screen.findByRole('region', { name: 'Tenant you work in' })
    await within(banner).findByText(/^The tenant is deleted in 5 days\. No one else can sign in/)
  },
}

export const BannerPhoneDark: Story = {
  ...Banner,
  globals: { viewport: { value: 'mobile1' }, theme: 'dark' },
}

export const LeavesWhatIsGone: Story = {
  beforeEach: () => {
    window.crossdockTenant = 'ten_gone'
  },
  parameters: {
    api: {
      'GET /auth/me': ({ headers }: FakeRequest) =>
        headers.get('x-tenant')
          ? { status: 404, body: { message: 'There is no tenant with this id.' } }
          : sessions.superAdmin,
    },
  },
  play: async () => {
    await heading()
    await expect(window.crossdockTenant).toBeUndefined()
    await expect(screen.queryByRole('region', { name: 'Tenant you work in' })).toBeNull()
  },
}
