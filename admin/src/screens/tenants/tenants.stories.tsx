import type { Tenant } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../.storybook/fake_api.js'

const names = ['Harbor Logistics', 'Northwind Freight', 'Alder Customs']

const tenant = (name: string, at: number): Tenant => ({
  id: `ten_${at}`,
  name,
  subdomain: name.toLowerCase().replaceAll(' ', '-'),
  status: at === 2 ? 'suspended' : 'active',
  statusReason: at === 2 ? 'Unpaid since March' : null,
  statusChangedAt: at === 2 ? '2026-11-20T10:00:00.000Z' : null,
  statusChangedBy: at === 2 ? 'operator@crossdock.example' : null,
  deletesAt: null,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  isActive: at !== 2,
  plan: null,
  customDomain: null,
  createdAt: '2026-03-02T08:00:00.000Z',
  updatedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  activeUsers: 64 - at * 20,
  invitedUsers: 0,
  storageBytes: [61_400_000_000, 340_000_000, 0][at] ?? 0,
  storageUsed: ['61.4 GB', '340 MB', '0 GB'][at] ?? '0 GB',
  totalAssets: 128_430 >> (at * 4),
})

const create = fn()
let stored: Tenant[] = []

const meta: Meta = {
  title: 'Screens/Tenants',
  beforeEach: () => {
    create.mockClear()
    stored = names.map(tenant)
  },
  parameters: {
    route: '/tenants',
    session: 'superAdmin',
    api: {
      'GET /tenants': () => stored,
      'POST /tenants': ({ body }: FakeRequest) => {
        create(body)
        const { name, subdomain } = body as Tenant
        if (subdomain === 'taken') {
          const message = 'The subdomain "taken" belongs to another tenant.'
          const errors = [{ field: 'subdomain', rule: 'conflict', message }]
          return { status: 409, body: { code: 'E_SUBDOMAIN_TAKEN', message, errors } }
        }
        const added = { ...tenant(name, 1), id: 'ten_new', subdomain }
        stored = [...stored, added]
        return { status: 201, body: added }
      },
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Harbor Logistics')).toBeVisible()
    await expect(canvas.getByText('3 total tenants')).toBeVisible()
    const row = within(canvas.getByText('Alder Customs').closest('tr') as HTMLElement)
    await expect(row.getByText('alder-customs.crossdock.example')).toBeVisible()
    await expect(row.getByText('AC')).toBeVisible()
    await expect(row.getByText('3 hours ago')).toBeVisible()
    await expect(row.getByText('Suspended')).toBeVisible()
  },
}

export const Actions: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('Harbor Logistics')
    const row = (name: string) => within(canvas.getByText(name).closest('tr') as HTMLElement)
    await expect(
      row('Harbor Logistics').getByRole('link', { name: 'View Harbor Logistics' })
    ).toHaveAttribute('href', '/tenants/ten_0')
    await userEvent.click(row('Harbor Logistics').getByRole('button', { name: /Edit Harbor/ }))
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Edit Tenant' })).getByRole('button', {
        name: 'Cancel',
      })
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(row('Harbor Logistics').getByRole('button', { name: /Delete Harbor/ }))
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Delete Harbor Logistics?' })).getByRole(
        'button',
        { name: 'Cancel' }
      )
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(
      row('Alder Customs').getByRole('button', { name: 'Actions for Alder Customs' })
    )
    await expect(await screen.findByRole('menuitem', { name: 'Reactivate' })).toBeVisible()
    await expect(screen.getByRole('menuitem', { name: 'Work in this tenant' })).toBeVisible()
    await expect(screen.queryByRole('menuitem', { name: 'Suspend' })).toBeNull()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

export const Empty: Story = {
  beforeEach: () => {
    stored = []
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No tenants found')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Create Your First Tenant' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add New Tenant' })
    await waitFor(() => expect(dialog).toBeVisible())
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /tenants': 'pending' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('status', { name: 'Loading' })).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: { 'GET /tenants': { status: 500, body: { message: 'The database is locked.' } } },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The database is locked.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const NoPermission: Story = {
  parameters: { session: 'member' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  },
}

const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Add Tenant' }))
  await screen.findByRole('dialog', { name: 'Add New Tenant' })
}
const fill = async (label: RegExp, text: string) => {
  const field = screen.getByRole('textbox', { name: label })
  await userEvent.clear(field)
  await userEvent.type(field, text)
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create Tenant' }))

export const Validation: Story = {
  play: async () => {
    await open()
    await submit()
    await expect(await screen.findByText('Tenant name is required')).toBeVisible()
    await expect(screen.getByText('Subdomain must be at least 3 characters')).toBeVisible()
    await expect(screen.getByText('Valid email address is required')).toBeVisible()
    await fill(/Subdomain/, 'Harbor!')
    await expect(
      await screen.findByText('Subdomain can only contain lowercase letters, numbers, and hyphens')
    ).toBeVisible()
    await fill(/Subdomain/, 'harbor-')
    await expect(
      await screen.findByText('Subdomain cannot start or end with a hyphen')
    ).toBeVisible()
    await expect(create).not.toHaveBeenCalled()
  },
}

export const Creates: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('Harbor Logistics')
    await open()
    await fill(/Tenant Name/, 'Blue Pallet')
    await expect(screen.getByRole('textbox', { name: /Subdomain/ })).toHaveValue('blue-pallet')
    await fill(/Admin Email/, 'ops@blue-pallet.example')
    await submit()
    await expect(
      await screen.findByText('The new tenant has been created successfully.')
    ).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(await canvas.findByText('Blue Pallet')).toBeVisible()
    await expect(create).toHaveBeenCalledWith({
      name: 'Blue Pallet',
      subdomain: 'blue-pallet',
      adminEmail: 'ops@blue-pallet.example',
    })
  },
}

/** Red when the name replaces a subdomain that was typed. */
export const ProposesTheSubdomain: Story = {
  play: async () => {
    await open()
    const subdomain = screen.getByRole('textbox', { name: /Subdomain/ })
    await fill(/Tenant Name/, 'Größe & Señor, Häfen')
    await expect(subdomain).toHaveValue('groesse-senor-haefen')
    await fill(/Subdomain/, 'haefen')
    await fill(/Tenant Name/, 'Blue Pallet')
    await expect(subdomain).toHaveValue('haefen')
  },
}

/** Red when a toast repeats what the field says. */
export const SubdomainTaken: Story = {
  play: async () => {
    await open()
    await fill(/Tenant Name/, 'Blue Pallet')
    await fill(/Subdomain/, 'taken')
    await fill(/Admin Email/, 'ops@blue-pallet.example')
    await submit()
    await expect(
      await screen.findByText('The subdomain "taken" belongs to another tenant.')
    ).toBeVisible()
    await expect(screen.queryByText('Error')).toBeNull()
    await expect(screen.getByRole('textbox', { name: /Subdomain/ })).toBeInvalid()
  },
}

export const Pages: Story = {
  beforeEach: () => {
    stored = Array.from({ length: 27 }, (_, at) => ({
      ...tenant(`Tenant ${String(at + 1).padStart(2, '0')}`, 0),
      id: `ten_${at}`,
    }))
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('27 total tenants')).toBeVisible()
    await expect(canvas.getAllByRole('row')).toHaveLength(26)
    await userEvent.click(canvas.getByRole('button', { name: /next page/i }))
    await expect(await canvas.findByText('Tenant 27')).toBeVisible()
    await expect(canvas.getAllByRole('row')).toHaveLength(3)
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('44 users · 340 MB · 8,026 assets')).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
