import type { Meta, StoryObj } from '@storybook/react-vite'
import { page } from '@crossdock/admin/kit'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../.storybook/fake_api.js'
import { forgetTenant } from '../data/working_tenant.js'

const logout = fn()

const meta: Meta = {
  title: 'Shell/Frame',
  beforeEach: () => {
    logout.mockClear()
  },
  parameters: {
    route: '/dashboard',
    api: {
      'GET /flow-executions': [],
      'GET /dashboard/metrics': {},
      'GET /dashboard/activity': [],
      'GET /health': { components: {} },
      'GET /tenants': [],
      'POST /auth/logout': () => {
        logout()
        return { status: 204 }
      },
    },
  },
}
export default meta
type Story = StoryObj

/** Until the session is known, the page has a heading, too. */
const ready = async () => {
  await screen.findByRole('button', { name: /user menu/ })
  return screen.findByRole('heading', { level: 1 })
}

export const Member: Story = {
  play: async ({ canvas }) => {
    await ready()
    await expect(canvas.getByText('Harbor Logistics')).toBeVisible()
    const navigation = canvas.getByRole('navigation', { name: 'Main' })
    await expect(navigation).not.toHaveTextContent('Tenants')
    await expect(canvas.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
      'aria-current',
      'page'
    )
    await userEvent.click(canvas.getByRole('button', { name: /user menu/ }))
    const email = await screen.findByText('mara.lindqvist@harbor-logistics.example')
    await waitFor(() => expect(email).toBeVisible())
  },
}

/** Red when another entry joins the first five, or when a group does not fold and unfold. */
export const GroupsFold: Story = {
  parameters: { api: { 'PUT /me/preferences': { status: 204 } } },
  play: async ({ canvas }) => {
    await ready()
    const navigation = within(canvas.getByRole('navigation', { name: 'Main' }))
    const [main] = navigation.getAllByRole('list')
    const names = within(main!)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
    await expect(names).toEqual(['Dashboard', 'Assets', 'Users', 'Integrations', 'Settings'])
    const head = () => navigation.getByRole('button', { name: 'Automation' })
    await expect(head()).toHaveAttribute('aria-expanded', 'true')
    await userEvent.click(head())
    await expect(head()).toHaveAttribute('aria-expanded', 'false')
    await expect(head()).not.toHaveAttribute('aria-current')
    await expect(navigation.queryByRole('link', { name: 'Flow Execution' })).toBeNull()
    await expect(navigation.getByRole('link', { name: 'API Tokens' })).toBeVisible()
    await userEvent.click(head())
    await expect(navigation.getByRole('link', { name: 'Flow Execution' })).toBeVisible()
  },
}

/** Red when a folded group is not marked while one of its pages is open. */
export const FoldedGroupIsMarked: Story = {
  parameters: {
    route: '/api-tokens',
    api: { 'GET /api-tokens': [], 'PUT /me/preferences': { status: 204 } },
  },
  play: async ({ canvas }) => {
    await ready()
    const head = canvas.getByRole('button', { name: 'Organization' })
    await userEvent.click(head)
    await expect(head).toHaveAttribute('aria-current', 'true')
  },
}

const tenants = [
  { id: 'ten_1', name: 'Nordfjord Freight', subdomain: 'nordfjord', activeUsers: 38 },
  { id: 'ten_2', name: 'Lumen Harbor', subdomain: 'lumen', activeUsers: 64 },
]

/** Red when the requested page does not open in the chosen organization. */
export const ChoosesAnOrganization: Story = {
  parameters: {
    session: 'superAdmin',
    route: '/users?user=usr_9',
    api: {
      'GET /tenants': ({ query }: FakeRequest) =>
        tenants.filter(({ name }) => !query.get('filter') || name.startsWith('Nord')),
      'POST /tenants/ten_1/enter': { status: 204 },
    },
  },
  beforeEach: () => {
    spyOn(page, 'open').mockImplementation(() => undefined)
    return forgetTenant
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
    const search = canvas.getByRole('combobox', { name: 'Search organizations' })
    await waitFor(() => expect(canvas.getByRole('option', { name: /Lumen Harbor/ })).toBeVisible())
    await userEvent.type(search, 'Nord')
    await waitFor(() => expect(canvas.queryByRole('option', { name: /Lumen Harbor/ })).toBeNull())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(page.open).toHaveBeenCalledWith('/users?user=usr_9'))
  },
}

/** Red when the switcher does not open, or does not offer to leave all organizations. */
export const Switcher: Story = {
  parameters: { session: 'superAdmin', api: { 'GET /tenants': tenants } },
  play: async ({ canvas }) => {
    await ready()
    await userEvent.click(
      await canvas.findByRole('button', { name: /^Organization: All organizations/ })
    )
    await expect(await screen.findByRole('option', { name: /Lumen Harbor/ })).toBeVisible()
    await expect(screen.getByRole('option', { name: /All organizations/ })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

export const SignOut: Story = {
  play: async ({ canvas }) => {
    await ready()
    await userEvent.click(canvas.getByRole('button', { name: /user menu/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await expect(await canvas.findByRole('heading', { name: 'Sign in to Crossdock' })).toBeVisible()
    await expect(logout).toHaveBeenCalledOnce()
  },
}

export const SignOutFails: Story = {
  parameters: { api: { 'POST /auth/logout': 'offline' } },
  play: async ({ canvas }) => {
    await ready()
    await userEvent.click(canvas.getByRole('button', { name: /user menu/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(screen.getByText('Failed to logout')).toBeVisible())
    await expect(canvas.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    // The bar above the page disappears automatically.
    await waitFor(() => expect(screen.queryByText('Connection lost. Retrying…')).toBeNull())
  },
}

/** Red when the menu offers entries that need an organization to a person without one. */
export const SuperAdministrator: Story = {
  parameters: { session: 'superAdmin', api: { 'PUT /me/preferences': { status: 204 } } },
  play: async ({ canvas }) => {
    await ready()
    await expect(canvas.getByText('OP')).toBeVisible()
    const menu = within(canvas.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    await expect(menu.map(({ textContent }) => textContent).slice(1)).toEqual([
      'Dashboard',
      'Tenants',
      'Events',
      'Environments',
      'API Tokens',
      'Activity',
      'System',
      'Settings',
    ])
    await userEvent.click(canvas.getByRole('link', { name: 'Tenants' }))
    await expect(await canvas.findByRole('heading', { name: 'Tenant Management' })).toBeVisible()
    await waitFor(() => expect(document.title).toBe('Tenant Management · Crossdock'))
    await expect(canvas.getByRole('main')).toHaveFocus()
  },
}

export const OwnTenantNameIsHidden: Story = {
  parameters: {
    api: {
      'GET /auth/me': {
        user: {
          id: 'u',
          email: 'ops@crossdock.example',
          firstName: null,
          lastName: null,
          role: 'user',
          isSuperAdmin: false,
          tenantId: 't',
        },
        tenant: { id: 't', name: 'Crossdock', subdomain: 'crossdock', logo: null },
        permissions: [],
      },
    },
  },
  play: async ({ canvas }) => {
    await ready()
    await expect(canvas.getByRole('banner')).not.toHaveTextContent('Crossdock')
  },
}

export const NotForYou: Story = {
  parameters: { route: '/tenants' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  },
}

export const NotFound: Story = {
  parameters: { route: '/missing/page' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Go to dashboard' })).toBeVisible()
  },
}

export const AnonymousIsSentToLogin: Story = {
  parameters: { session: 'anonymous', route: '/tenants' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Sign in to Crossdock' })).toBeVisible()
    await expect(logout).not.toHaveBeenCalled()
  },
}

export const SignedInLeavesLogin: Story = {
  parameters: { route: '/login' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  },
}

export const BareAddress: Story = {
  parameters: { route: '/' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Dashboard' })).toBeVisible()
  },
}

export const ThemeSwitch: Story = {
  play: async ({ canvas }) => {
    await ready()
    await userEvent.click(canvas.getByRole('button', { name: 'Switch to dark theme' }))
    await waitFor(() =>
      expect(getComputedStyle(document.body).backgroundColor).toBe('rgb(10, 10, 11)')
    )
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  parameters: { session: 'superAdmin' },
  play: async ({ canvas }) => {
    await ready()
    await expect(canvas.queryByRole('navigation')).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Open menu' }))
    await userEvent.click(await screen.findByRole('link', { name: 'Tenants' }))
    await expect(await canvas.findByRole('heading', { name: 'Tenant Management' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull())
  },
}
