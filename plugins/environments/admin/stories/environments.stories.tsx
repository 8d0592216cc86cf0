import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { chooseAction } from '../../../../admin/.storybook/play.js'
import { environment, FakeEnvironments } from './fixtures.js'

const server = new FakeEnvironments()

const meta: Meta = {
  title: 'Environments/Management',
  beforeEach: () => server.reset(),
  parameters: { route: '/admin/environments', session: 'superAdmin', api: server.api },
}
export default meta
type Story = StoryObj

const rowOf = async (name: string, tenant: string) => {
  const rows = await screen.findAllByRole('row')
  const row = rows.find(
    ({ textContent }) => textContent?.includes(name) && textContent.includes(tenant)
  )
  return within(row!)
}
const justNow = () => new Date().toISOString()
const table = () => screen.findByRole('table', { name: 'Environments' })
/** A card at the top with the text below its figure. */
const card = (label: string) =>
  screen.getByRole('heading', { name: label, level: 2 }).closest('.MuiCard-root')

/** Colors, figures and thresholds of the specification. */
export const Filled: Story = {
  play: async () => {
    await table()
    await waitFor(async () =>
      (await rowOf('Production', 'Harbor Logistics')).getByText('46.2K / 50.0K')
    )
    const production = await rowOf('Production', 'Harbor Logistics')
    const calls = production.getByRole('meter', { name: 'API calls' })
    await expect(calls).toHaveAttribute('aria-valuenow', '46200')
    await expect(calls).toHaveAttribute('aria-valuemax', '50000')
    await expect(production.getByText('158 GB / 200 GB')).toBeVisible()
    await expect(production.getByText('Warning')).toBeVisible()
    await expect(production.getByText('20')).toBeVisible()
    const colour = (text: string) => getComputedStyle(screen.getAllByText(text)[0]!).color
    // 92 % red, 80 % and 79 % yellow, 24.7 % green.
    const [red, yellow, green] = ['46.2K / 50.0K', '40.0K / 50.0K', '1.2K / 5.0K'].map(colour)
    await expect(new Set([red, yellow, green]).size).toBe(3)
    await expect(colour('158 GB / 200 GB')).toBe(yellow)
    const staging = await rowOf('Staging', 'Northwind Freight')
    await expect(staging.getByText('Inactive')).toBeVisible()
    await expect(staging.getByText('Testing')).toBeVisible()
    await expect(staging.getByText('0 / 10.0K')).toBeVisible()
    await expect(card('Environments')).toHaveTextContent('4')
    await expect(card('Active')).toHaveTextContent('1 inactive')
    await expect(card('API calls this month')).toHaveTextContent('87,434of 115,000 allowed')
    await expect(card('Storage used')).toHaveTextContent('171 GBof 400 GB in production')
    const usage = within(await screen.findByRole('region', { name: 'Usage Summary' }))
    await expect(usage.getAllByRole('listitem')).toHaveLength(4)
    await expect(usage.getAllByRole('meter', { name: 'Storage' })).toHaveLength(4)
    await expect(usage.getByText('Caution')).toBeVisible()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }
export const FilledGerman: Story = {
  tags: ['long'],
  parameters: { language: 'de' },
  play: async () => {
    await expect(await screen.findByRole('heading', { name: 'Umgebungen', level: 1 })).toBeVisible()
    await expect((await screen.findAllByText('Produktion'))[0]).toBeVisible()
  },
}
export const FilledPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async () => {
    await expect(await screen.findByRole('list', { name: 'Environments' })).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Empty: Story = {
  beforeEach: () => server.reset([]),
  play: async () => {
    await expect(await screen.findByText('No Environments Available')).toBeVisible()
    await expect(screen.getByText(/Contact your administrator/)).toBeVisible()
    await expect(screen.queryByRole('region', { name: 'Usage Summary' })).toBeNull()
  },
}

export const Loading: Story = {
  parameters: {
    api: {
      ...server.api,
      'GET /admin/environments': 'pending',
      'GET /admin/environments/summary': 'pending',
    },
  },
  play: async () => {
    await expect((await screen.findAllByRole('status', { name: 'Loading' }))[0]).toBeVisible()
  },
}

const broken = { status: 500, body: { message: 'The database is locked.' } }

export const Failed: Story = {
  parameters: {
    api: {
      ...server.api,
      'GET /admin/environments': broken,
      'GET /admin/environments/summary': broken,
    },
  },
  play: async () => {
    await waitFor(() => expect(screen.getAllByText('The database is locked.')).toHaveLength(3))
    await expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(3)
  },
}

/**
 * People without permission see a refusal, and nothing is read. Red when the screen reads before it checks.
 */
export const AccessDenied: Story = {
  parameters: { session: 'member' },
  play: async () => {
    await expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(
      screen.getByText('You need super admin privileges to access environment management.')
    ).toBeVisible()
    await expect(screen.queryByRole('link', { name: 'Environments' })).toBeNull()
    await expect(server.calls).toEqual([])
  },
}

/** List, figures and usage belong to the chosen tenant, and the URL names it. */
export const OfOneTenant: Story = {
  tags: ['long'],
  play: async () => {
    await table()
    const tenant = await screen.findByRole('combobox', { name: 'Tenant' })
    await userEvent.type(tenant, 'north')
    await userEvent.click(await screen.findByRole('option', { name: 'Northwind Freight' }))
    await waitFor(() => expect(card('Environments')).toHaveTextContent('2'))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
    await waitFor(() =>
      expect(
        within(screen.getByRole('region', { name: 'Usage Summary' })).getAllByRole('listitem')
      ).toHaveLength(2)
    )
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5))
  },
}

const openCreate = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Create Environment' }))
  // A placeholder dialog is shown until the choices have been read.
  await screen.findByRole('radio', { name: /^Testing/ })
  return within(screen.getByRole('dialog', { name: 'Create Environment' }))
}
const chooseTenant = async (dialog: ReturnType<typeof within>, name: string) => {
  await userEvent.click(await dialog.findByRole('combobox', { name: /^Tenant/ }))
  await userEvent.click(await screen.findByRole('option', { name }))
}

/** A type fills in its limits; edited fields stay. */
export const CreatesFromATemplate: Story = {
  play: async () => {
    await table()
    const dialog = await openCreate()
    const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Create Environment' }))
    const calls = await dialog.findByRole('spinbutton', { name: /^API calls per month/ })
    await expect(calls).toHaveValue(5_000)
    await submit()
    await expect(await dialog.findByText('Choose a tenant')).toBeVisible()
    await chooseTenant(dialog, 'Harbor Logistics')
    const systems = dialog.getByRole('spinbutton', { name: /^External systems/ })
    await userEvent.clear(systems)
    await userEvent.type(systems, '7')
    await userEvent.click(dialog.getByRole('radio', { name: /^Testing/ }))
    await expect(calls).toHaveValue(10_000)
    await expect(systems).toHaveValue(7)
    await expect(dialog.getByRole('textbox', { name: /^Display name/ })).toHaveValue('Testing')
    await userEvent.clear(calls)
    await userEvent.type(calls, '1.5')
    await submit()
    await expect(await dialog.findByText('A whole number from 0 to 2,000,000,000')).toBeVisible()
    await userEvent.clear(calls)
    await userEvent.type(calls, '9000')
    await submit()
    await expect(await screen.findByText('Environment created successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = server.bodies[server.calls.indexOf('create')]
    await expect(sent).toMatchObject({
      tenantId: 'ten_1',
      name: 'testing',
      displayName: 'Testing',
      apiCallsPerMonth: 9_000,
      storageQuotaGB: 50,
      maxExternalSystems: 7,
      baseUrl: null,
      customDomain: null,
      isActive: true,
    })
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(6))
  },
}

/** A tenant has at most one of each type: types that it has are disabled, with the reason. */
export const OffersWhatTheTenantLacks: Story = {
  play: async () => {
    await table()
    const dialog = await openCreate()
    const type = (name: RegExp) => dialog.getByRole('radio', { name })
    await expect(type(/^Development/)).toBeChecked()
    await chooseTenant(dialog, 'Harbor Logistics')
    await waitFor(() => expect(type(/^Testing/)).toBeChecked())
    await expect(type(/^Development.*This tenant already has one/)).toBeDisabled()
    await expect(type(/^Production.*This tenant already has one/)).toBeDisabled()
    // The template filled the limits; number fields show them after the next render.
    const calls = dialog.getByRole('spinbutton', { name: /^API calls per month/ })
    await waitFor(() => expect(calls).toHaveValue(10_000))
    await chooseTenant(dialog, 'Northwind Freight')
    await waitFor(() => expect(type(/^Development/)).toBeChecked())
    await expect(type(/^Testing.*This tenant already has one/)).toBeDisabled()
  },
}

/** Another person was faster: the server's message appears at the choice. */
export const RefusesASecondOfOneType: Story = {
  parameters: {
    api: {
      ...server.api,
      'GET /admin/environments': () => [],
    },
  },
  play: async () => {
    await screen.findByText('No Environments Available')
    const [add] = await screen.findAllByRole('button', { name: 'Create Environment' })
    await userEvent.click(add!)
    await screen.findByRole('radio', { name: /^Testing/ })
    const dialog = within(screen.getByRole('dialog', { name: 'Create Environment' }))
    await chooseTenant(dialog, 'Harbor Logistics')
    await userEvent.click(dialog.getByRole('button', { name: 'Create Environment' }))
    const refusal = await dialog.findByText('This tenant already has an environment "development".')
    await expect(refusal).toBeVisible()
  },
}

export const Edits: Story = {
  play: async () => {
    await table()
    await chooseAction('Staging', 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Environment' }))
    await expect(await dialog.findByText('Staging of Northwind Freight')).toBeVisible()
    const domain = dialog.getByRole('textbox', { name: 'Custom domain' })
    await userEvent.type(domain, 'https://x')
    await userEvent.click(dialog.getByRole('switch', { name: /^Active/ }))
    const save = () => userEvent.click(dialog.getByRole('button', { name: 'Save Environment' }))
    await save()
    await expect(await dialog.findByText(/A host name such as/)).toBeVisible()
    await userEvent.clear(domain)
    await userEvent.type(domain, 'staging.northwind.example')
    await save()
    await expect(await screen.findByText('Environment updated successfully')).toBeVisible()
    const sent = server.bodies[server.calls.indexOf('update')] as object
    await expect(sent).toMatchObject({
      isActive: true,
      customDomain: 'staging.northwind.example',
      apiCallsPerMonth: 10_000,
    })
    await expect(sent).not.toHaveProperty('limits')
    await expect(sent).not.toHaveProperty('name')
  },
}

/** Asks for confirmation, deletes, reports it and undoes it; production has no Delete. */
export const DeletesAndUndoes: Story = {
  play: async () => {
    await table()
    const [first] = await screen.findAllByRole('button', { name: 'Actions for Production' })
    await userEvent.click(first!)
    await screen.findByRole('menuitem', { name: 'Edit' })
    await expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    await chooseAction('Development', 'Delete')
    const title = 'Delete the environment Development?'
    const question = within(await screen.findByRole('alertdialog', { name: title }))
    await expect(
      await question.findByText(/^This environment of Harbor Logistics stops/)
    ).toBeVisible()
    // A double click, as people do: the second request would be for a deleted environment.
    await userEvent.dblClick(question.getByRole('button', { name: 'Delete environment' }))
    await expect(await screen.findByText('Environment deleted successfully')).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4))
    await expect(await screen.findByText('The environment Development was deleted')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await expect(await screen.findByText('The environment Development was restored')).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5))
    await expect(server.calls.filter((call) => call !== 'list')).toEqual(['delete', 'restore'])
  },
}

/** After a reload the toast is gone. The environment is listed below the list while it can be restored. */
export const RestoresLater: Story = {
  beforeEach: () => {
    const { all } = server
    server.reset(all.map((one) => (one.id === 'env_2' ? { ...one, deletedAt: justNow() } : one)))
  },
  play: async () => {
    await table()
    await userEvent.click(await screen.findByRole('button', { name: 'Show' }))
    const list = within(screen.getByRole('list', { name: 'Deleted environments' }))
    await expect(await list.findByText(/^Harbor Logistics/)).toBeVisible()
    await userEvent.dblClick(list.getByRole('button', { name: 'Restore Development' }))
    await expect(await screen.findByText('The environment Development was restored')).toBeVisible()
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5))
    await expect(screen.queryByText(/can be restored for 15 minutes/)).toBeNull()
    await expect(server.calls.filter((call) => call !== 'list')).toEqual(['restore'])
  },
}

/** After a quarter of an hour there is nothing to undo: the server's message is shown. */
export const UndoTooLate: Story = {
  parameters: {
    api: {
      ...server.api,
      'POST /admin/environments/:id/restore': {
        status: 409,
        body: { code: 'E_TOO_LATE', message: 'It is gone permanently.' },
      },
    },
  },
  play: async () => {
    await table()
    await chooseAction('Development', 'Delete')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete environment' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await expect(await screen.findByText('It is gone permanently.')).toBeVisible()
  },
}

export const MakesInactiveInstead: Story = {
  play: async () => {
    await table()
    await chooseAction('Development', 'Delete')
    await userEvent.click(await screen.findByRole('button', { name: 'Make inactive instead' }))
    await expect(await screen.findByText('Environment updated successfully')).toBeVisible()
    await expect(server.bodies[server.calls.indexOf('update')]).toEqual({ isActive: false })
  },
}

/** A limit without any usage, very large numbers, and long names. */
export const Extremes: Story = {
  beforeEach: () =>
    server.reset([
      environment('env_1', 'ten_1', 'production', {
        displayName: 'Production of everything that goes over the north quay at night',
        apiCallsUsed: 12,
        apiCallsPerMonth: 0,
        storageUsedGB: 1_500,
        storageQuotaGB: 10_000_000,
      }),
      environment('env_2', 'ten_1', 'testing', {
        apiCallsUsed: 2_345_678,
        apiCallsPerMonth: 2_000_000_000,
      }),
    ]),
  play: async () => {
    await table()
    await waitFor(() => expect(screen.getAllByText('12 / 0')[0]).toBeVisible())
    await expect(screen.getAllByText('2.3M / 2000.0M')[0]).toBeVisible()
    await expect(screen.getAllByText(/^1\.5 TB \//)[0]).toBeVisible()
  },
}
