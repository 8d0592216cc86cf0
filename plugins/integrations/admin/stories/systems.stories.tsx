import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { sample } from '../../../../admin/.storybook/sample.js'
import { pick, recordWith } from '../../../../admin/.storybook/play.js'
import { reads, system } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const meta: Meta = {
  title: 'Integrations/Systems',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/integrations',
    api: {
      ...reads,
      'POST /integrations/systems': record('create', 201),
      'PUT /integrations/systems/:id': record('update'),
      'DELETE /integrations/systems/:id': record('delete', 204),
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    const card = within(await canvas.findByRole('article', { name: 'Legacy FTP Bridge' }))
    await expect(card.getByText('Sync Client')).toBeVisible()
    await expect(card.getByText('Inactive')).toBeVisible()
    await expect(await canvas.findByText('98.7% success rate')).toBeVisible()
    await expect(canvas.getByText('1,284')).toBeVisible()
    await expect(canvas.getByText('31 active')).toBeVisible()
  },
}

/** Red when an accessible name does not contain the visible text. Voice control would not find the element. */
export const FilledInGerman: Story = {
  parameters: { language: 'de' },
  play: async ({ canvas }) => {
    await canvas.findByRole('article', { name: 'Legacy FTP Bridge' })
    const named = canvas
      .getByRole('main')
      .querySelectorAll<HTMLElement>(':is(a, button)[aria-label]')
    const names = [...named].map((one) => ({ name: one.ariaLabel, text: one.innerText.trim() }))
    await expect(names.filter(({ text }) => text === 'Endpunkte ansehen')).not.toEqual([])
    await expect(
      names.filter(({ name, text }) => !name?.toLowerCase().includes(text.toLowerCase()))
    ).toEqual([])
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

/** Red when a card can name only the built-in kinds of systems. */
export const CardsOfOtherPlugins: Story = {
  parameters: {
    api: {
      'GET /integrations/systems': [
        system({ id: 'sys_depot', name: 'Depot North', systemType: 'depot.parcels' }),
        system({ id: 'sys_gone', name: 'Depot South', systemType: 'gone.depot' }),
      ],
    },
  },
  play: async ({ canvas }) => {
    const card = within(await canvas.findByRole('article', { name: 'Depot North' }))
    await expect(await card.findByText('Parcel Depot')).toBeVisible()
    await expect(canvas.getByText('gone.depot')).toBeVisible()
    const icons = canvas
      .getAllByRole('article')
      .map((article) => article.querySelector('svg')?.getAttribute('class'))
    await expect(icons).toEqual([
      expect.stringContaining('lucide-warehouse'),
      expect.stringContaining('lucide-blocks'),
    ])
  },
}

/** Red when the chip does not filter failing systems, or their cards do not say so. */
export const Failing: Story = {
  parameters: {
    api: {
      'GET /integrations/systems/failing': [sample('FailingSystem', { id: 'sys_zeta', failed: 4 })],
      'GET /integrations/systems': ({ query }: FakeRequest) => {
        sent('filter', JSON.parse(query.get('filter') ?? '{}'))
        return [system({ id: 'sys_zeta', name: 'Zeta WMS' })]
      },
    },
  },
  play: async ({ canvas }) => {
    const card = within(await canvas.findByRole('article', { name: 'Zeta WMS' }))
    await expect(await card.findByText('Failing')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Failing 1' }))
    await waitFor(() => expect(sent).toHaveBeenLastCalledWith('filter', { isFailing: true }))
    await userEvent.click(canvas.getByRole('button', { name: 'Active' }))
    await waitFor(() => expect(sent).toHaveBeenLastCalledWith('filter', { isActive: true }))
  },
}

export const Empty: Story = {
  parameters: { api: { 'GET /integrations/systems': [] } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No systems connected')).toBeVisible()
    await expect(canvas.getAllByRole('button', { name: 'Add System' })).toHaveLength(2)
  },
}

export const Loading: Story = {
  parameters: {
    api: { 'GET /integrations/systems': 'pending', 'GET /integrations/stats': 'pending' },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('status', { name: 'Loading' })).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: {
      'GET /integrations/systems': () => ({ status: 500, body: { message: 'No connection.' } }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No connection.')).toBeVisible()
  },
}

export const NoPermission: Story = {
  parameters: { session: 'viewer' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  },
}

const reader = {
  user: { id: 'u', email: 'r@harbor.example', firstName: 'Rey', lastName: 'Ode', role: 'editor' },
  tenant: { id: 'ten_1', name: 'Harbor Logistics', subdomain: 'harbor', logo: null },
  permissions: ['integrations.read', 'flows.read'],
}

export const ReadOnly: Story = {
  parameters: { api: { 'GET /auth/me': () => reader } },
  play: async ({ canvas }) => {
    await canvas.findByText('Zeta WMS')
    await expect(canvas.getAllByRole('link', { name: /View endpoints/i })).toHaveLength(4)
    await expect(canvas.queryByRole('button', { name: 'Add System' })).toBeNull()
    await expect(canvas.queryByRole('button', { name: 'Edit Zeta WMS' })).toBeNull()
    await expect(canvas.queryByRole('button', { name: 'Delete Zeta WMS' })).toBeNull()
  },
}

export const TabsByKeyboard: Story = {
  play: async ({ canvas }) => {
    const tab = await canvas.findByRole('tab', { name: 'Systems' })
    tab.focus()
    // The first arrow key moves to the tab of another plugin, the second one past it.
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}')
    await expect(await canvas.findByRole('table', { name: 'Executions' })).toBeVisible()
    await expect(canvas.getByRole('tab', { name: 'Activity' })).toHaveFocus()
    await expect(canvas.queryByRole('button', { name: 'Add System' })).toBeNull()
  },
}

const openForm = async (canvas: ReturnType<typeof within>) => {
  await canvas.findByText('Zeta WMS')
  await userEvent.click(canvas.getByRole('button', { name: 'Add System' }))
  return within(await screen.findByRole('dialog', { name: 'Add External System' }))
}

export const AddsSystem: Story = {
  play: async ({ canvas }) => {
    const form = await openForm(canvas)
    await userEvent.click(form.getByRole('button', { name: 'Add System' }))
    await expect(await form.findByText('System name is required')).toBeVisible()
    await userEvent.type(form.getByRole('textbox', { name: /System Name/ }), 'Northwind TMS')
    await userEvent.type(form.getByRole('textbox', { name: /Base URL/ }), 'ftp://tms.example')
    await userEvent.click(form.getByRole('button', { name: 'Add System' }))
    await expect(
      await form.findByText('The base URL must start with http:// or https://')
    ).toBeVisible()
    await userEvent.clear(form.getByRole('textbox', { name: /Base URL/ }))
    await userEvent.type(form.getByRole('textbox', { name: /Base URL/ }), 'https://tms.example')
    await expect(form.getByLabelText('Access Token')).toBeVisible()
    await pick(form, /Authentication Type/, 'Basic (username and password)')
    await expect(form.queryByLabelText('Access Token')).toBeNull()
    await userEvent.type(form.getByLabelText('Username'), 'dock')
    await userEvent.type(form.getByLabelText('Password'), 'quay-4-secret')
    await userEvent.click(form.getByRole('checkbox', { name: 'Observe' }))
    await userEvent.click(form.getByRole('button', { name: 'Add System' }))
    await expect(await screen.findByText('External system created successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(sent).toHaveBeenCalledWith(
      'create',
      undefined,
      expect.objectContaining({
        tenantId: 'ten_1',
        name: 'Northwind TMS',
        systemType: 'api',
        baseUrl: 'https://tms.example',
        authType: 'basic',
        authConfig: { username: 'dock', password: 'quay-4-secret' },
        capabilities: ['send', 'observe'],
        isActive: true,
      })
    )
  },
}

export const CredentialsPerAuthType: Story = {
  play: async ({ canvas }) => {
    const form = await openForm(canvas)
    await pick(form, /Authentication Type/, 'OAuth 2.0 (client credentials)')
    await expect(form.getByLabelText('Client ID')).toBeVisible()
    await expect(form.getByLabelText('Client Secret')).toBeVisible()
    await expect(form.queryByLabelText('Access Token')).toBeNull()
    await expect(form.getByLabelText('Token URL')).not.toBeVisible()
    await userEvent.click(form.getByRole('button', { name: 'More' }))
    await userEvent.type(form.getByLabelText('Token URL'), 'https://id.example/token')
    await pick(form, /Authentication Type/, 'API key')
    await expect(form.getByLabelText('API Key')).toBeVisible()
    await expect(form.queryByLabelText('Client ID')).toBeNull()
  },
}

export const KeepsSecretsThatAreNotTyped: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit Zeta WMS' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit External System' }))
    await expect(form.getByLabelText('Client Secret')).toHaveValue('')
    await expect(form.getByText(/A secret is set/)).toBeInTheDocument()
    await expect(form.getByLabelText('Client ID')).toHaveValue('crossdock')
    await userEvent.type(form.getByRole('textbox', { name: /System Name/ }), ' 2')
    await userEvent.click(form.getByRole('button', { name: 'Update System' }))
    await expect(await screen.findByText('External system updated successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith(
      'update',
      'sys_zeta',
      expect.objectContaining({
        name: 'Zeta WMS 2',
        // Red when the mask is left out: the server would silently drop the secret when the system moves.
        authConfig: { clientId: 'crossdock', clientSecret: '••••••••' },
      })
    )
  },
}

/** Red when values of one authentication type are lost after viewing another. */
export const LooksAtOtherAuthTypes: Story = {
  tags: ['long'],
  play: async ({ canvas }) => {
    const form = await openForm(canvas)
    await userEvent.type(form.getByLabelText('Access Token'), 't0ken')
    await pick(form, /Authentication Type/, 'API key')
    await userEvent.type(form.getByLabelText('API Key'), 'k3y')
    await pick(form, /System Type/, 'Parcel Depot')
    await userEvent.type(form.getByRole('textbox', { name: /^Depot/ }), 'West 7')
    await pick(form, /System Type/, 'REST API')
    await pick(form, /Authentication Type/, 'API key')
    await expect(form.getByLabelText('API Key')).toHaveValue('k3y')
    await pick(form, /Authentication Type/, 'Bearer token')
    await expect(form.getByLabelText('Access Token')).toHaveValue('t0ken')
    await pick(form, /System Type/, 'Parcel Depot')
    await expect(form.getByRole('textbox', { name: /^Depot/ })).toHaveValue('West 7')
  },
}

const withOwnToken = system({
  id: 'sys_own',
  name: 'Own token',
  authType: 'oauth2',
  authConfig: { accessToken: '••••••••' },
})

/** Red when a token set by the API cannot be seen and replaced. */
export const ShowsATokenThatIsSet: Story = {
  parameters: { api: { 'GET /integrations/systems': [withOwnToken] } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit Own token' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit External System' }))
    await expect(form.getByLabelText('Access Token')).toBeVisible()
    await expect(form.getByRole('button', { name: 'More' })).toHaveAttribute(
      'aria-expanded',
      'true'
    )
  },
}

const withToken = system({ id: 'sys_kept', name: 'Kept' })
const ofBoth = { ...withToken, authType: 'apikey', authConfig: { ...withToken.authConfig } }

/** Red when the form does not show the values that the server keeps for the selected type. */
export const ShowsWhatStaysSet: Story = {
  parameters: { api: { 'GET /integrations/systems': [ofBoth] } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit Kept' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit External System' }))
    await expect(form.queryByText(/A secret is set/)).toBeNull()
    await pick(form, /Authentication Type/, 'Bearer token')
    await expect(form.getByText(/A secret is set/)).toBeInTheDocument()
  },
}

/** Red when a capability of the previous kind still counts, or is saved. */
export const CapabilitiesOfTheKind: Story = {
  tags: ['long'],
  play: async ({ canvas }) => {
    const form = await openForm(canvas)
    await userEvent.type(form.getByRole('textbox', { name: /System Name/ }), 'Depot West')
    await userEvent.click(form.getByRole('checkbox', { name: 'Send' }))
    await userEvent.click(form.getByRole('checkbox', { name: 'Observe' }))
    await pick(form, /System Type/, 'Parcel Depot')
    await userEvent.type(form.getByRole('textbox', { name: /^Depot/ }), 'West 7')
    await userEvent.click(form.getByRole('button', { name: 'Add System' }))
    await expect(await form.findByText('Choose at least one capability')).toBeInTheDocument()
    await userEvent.click(form.getByRole('checkbox', { name: 'Send' }))
    await userEvent.click(form.getByRole('button', { name: 'Add System' }))
    await expect(await screen.findByText('External system created successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith(
      'create',
      undefined,
      expect.objectContaining({ capabilities: ['send'] })
    )
  },
}

/** A kind of system that only a plugin knows, with its own authentication type. */
export const SystemOfAnotherPlugin: Story = {
  tags: ['long'],
  play: async ({ canvas }) => {
    const form = await openForm(canvas)
    await userEvent.type(form.getByRole('textbox', { name: /System Name/ }), 'Depot West')
    await pick(form, /System Type/, 'Parcel Depot')
    await expect(await form.findByLabelText('Private key')).toBeVisible()
    await expect(form.queryByLabelText('Access Token')).toBeNull()
    await expect(form.queryByRole('checkbox', { name: 'Observe' })).toBeNull()
    await userEvent.type(form.getByRole('textbox', { name: /^Depot/ }), 'West 7')
    await userEvent.type(form.getByLabelText('Private key'), 'k3y')
    await userEvent.click(form.getByRole('button', { name: 'Add System' }))
    await expect(await screen.findByText('External system created successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith(
      'create',
      undefined,
      expect.objectContaining({
        systemType: 'depot.parcels',
        config: { depot: 'West 7' },
        authType: 'depot.key',
        authConfig: { privateKey: 'k3y' },
      })
    )
  },
}

export const ServerRefusesAField: Story = {
  parameters: {
    api: {
      'POST /integrations/systems': () => ({
        status: 422,
        body: {
          message: 'Check the marked fields.',
          errors: [{ field: 'baseUrl', rule: 'x', message: 'This address is not allowed.' }],
        },
      }),
    },
  },
  play: async ({ canvas }) => {
    const form = await openForm(canvas)
    await userEvent.type(form.getByRole('textbox', { name: /System Name/ }), 'Inside')
    await userEvent.type(form.getByRole('textbox', { name: /Base URL/ }), 'http://10.0.0.1')
    await userEvent.click(form.getByRole('button', { name: 'Add System' }))
    await expect(await form.findByText('This address is not allowed.')).toBeVisible()
    // The error appears at the field: an additional toast would only distract.
    await expect(screen.queryByText('Check the marked fields.')).toBeNull()
  },
}

const moved = 'The address has changed. Enter the credentials again.'

/**
 * Another person saves the system while it is edited here: the form warns before it overwrites. Red without
 * `ifMatch`.
 */
export const ChangedConcurrently: Story = {
  parameters: {
    api: {
      'GET /integrations/systems/:id': ({ params }: FakeRequest) => ({
        status: 200,
        body: system({ id: params.id!, name: 'Zeta WMS 2', updatedAt: '2026-11-20T08:00:00.000Z' }),
        headers: { ETag: '"theirs"' },
      }),
      'PUT /integrations/systems/:id': ({ headers }: FakeRequest) => {
        sent(headers.get('If-Match'))
        return {}
      },
    },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit Zeta WMS' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit External System' }))
    await userEvent.type(form.getByRole('textbox', { name: 'Description' }), ' Ours.')
    const save = form.getByRole('button', { name: 'Update System' })
    await userEvent.click(save)
    await expect(await form.findByText(/Someone else saved this/)).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
    await waitFor(() => expect(save).toBeEnabled())
    await userEvent.click(save)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(sent.mock.calls).toEqual([['"theirs"']])
  },
}

/** Red when an error without a field stays out of sight above the fields. */
export const RefusedAsAWhole: Story = {
  parameters: {
    api: {
      'PUT /integrations/systems/:id': () => ({
        status: 422,
        body: { message: moved, errors: [{ field: 'authConfig', rule: 'moved', message: moved }] },
      }),
    },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit Zeta WMS' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit External System' }))
    form.getByLabelText('Active').scrollIntoView()
    await userEvent.click(form.getByRole('button', { name: 'Update System' }))
    const alert = await form.findByText(moved)
    const { left, top, height } = alert.getBoundingClientRect()
    await expect(document.elementFromPoint(left + 4, top + height / 2)).toBe(alert)
  },
}

/** Red when the confirmation stays although nothing is left to delete. */
export const DeletedConcurrently: Story = {
  parameters: {
    api: {
      'DELETE /integrations/systems/:id': { status: 404, body: { message: 'It is gone.' } },
    },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Delete Zeta WMS' }))
    const ask = within(await screen.findByRole('alertdialog'))
    await userEvent.click(ask.getByRole('button', { name: 'Delete system' }))
    await expect(await screen.findByText('It is gone.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  },
}

export const DeletesAfterAsking: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Delete Zeta WMS' }))
    const ask = within(await screen.findByRole('alertdialog'))
    await expect(ask.getByText(/Zeta WMS and its 3 endpoints go away/)).toBeInTheDocument()
    await userEvent.click(ask.getByRole('button', { name: 'Delete system' }))
    await expect(await screen.findByText('External system deleted successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('delete', 'sys_zeta', '')
  },
}

const tested = {
  success: false,
  reachable: true,
  trusted: true,
  authenticated: false,
  statusCode: 401,
  duration: 84,
  logId: 'log_3',
  found: null,
  message: 'Customs Portal answered 401 Unauthorized: it does not accept the credentials.',
  advice: 'Enter the credentials again, or choose another kind of authentication.',
}

/** Red when the dialog does not say what to do. */
export const TestConnection: Story = {
  parameters: {
    api: {
      'POST /integrations/systems/:id/test': ({ body }: FakeRequest) => {
        sent('test', body)
        return tested
      },
    },
  },
  play: async ({ canvas }) => {
    const [test] = await canvas.findAllByRole('button', { name: /^Test the connection/ })
    await userEvent.click(test!)
    const dialog = within(await screen.findByRole('dialog'))
    await expect(await dialog.findByText(/Enter the credentials again/)).toBeVisible()
    await expect(dialog.getByText('Not accepted')).toBeVisible()
    await userEvent.type(dialog.getByLabelText('Path'), '/me')
    await userEvent.click(dialog.getByRole('button', { name: 'Test again' }))
    await waitFor(() => expect(sent).toHaveBeenLastCalledWith('test', { path: '/me' }))
  },
}

const fingerprint = 'SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDlvYB6CQxCDtSgsMs'

/** Red when the reported key cannot be accepted, or is accepted without confirmation. */
export const AcceptsTheKeyOfASystem: Story = {
  parameters: {
    api: {
      'GET /integrations/systems': [
        system({
          id: 'sys_depot',
          name: 'Depot North',
          systemType: 'depot.parcels',
          authType: 'depot.key',
          authConfig: {},
          config: { depot: 'West 7' },
        }),
      ],
      'POST /integrations/systems/test': ({ body }: FakeRequest) => {
        sent('test', (body as { config: object }).config)
        return {
          ...tested,
          success: false,
          trusted: false,
          authenticated: null,
          statusCode: null,
          logId: null,
          advice: null,
          message: `It shows the host key ${fingerprint}.`,
          found: { part: 'depot', value: fingerprint },
        }
      },
    },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit Depot North' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit External System' }))
    await userEvent.click(form.getByRole('button', { name: 'Test connection' }))
    await userEvent.click(await form.findByRole('button', { name: 'Accept' }))
    const depot = form.getByRole('textbox', { name: /^Depot/ })
    await waitFor(() => expect(depot).toHaveValue(fingerprint))
    await waitFor(() => expect(sent.mock.lastCall?.[1]).toMatchObject({ depot: fingerprint }))
  },
}
