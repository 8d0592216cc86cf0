import type { OauthConfig, OauthTrial } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { page } from '@crossdock/admin/kit'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../.storybook/fake_api.js'

const config = (name: string, more: Partial<OauthConfig> = {}): OauthConfig => ({
  id: `oac_${name}`,
  tenantId: 'ten_1',
  name,
  provider: 'oidc',
  issuer: `https://id.${name.toLowerCase().replaceAll(' ', '-')}.example`,
  clientId: 'crossdock',
  clientSecret: '••••••••',
  tenantIdOAuth: null,
  settings: {
    allowedDomains: ['harbor.example'],
    trustsAddresses: false,
    defaultRole: 'user',
    emailClaim: 'email',
    roleMapping: [{ claim: 'groups', value: 'staff', role: 'editor' }],
    mapsAtEachSignIn: false,
  },
  isActive: false,
  testedAt: null,
  provenAt: null,
  callbackUrl: 'https://crossdock.example/api/auth/oidc/callback',
  logoutUrl: `https://crossdock.example/api/auth/oidc/oac_${name}/logout`,
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
  ...more,
})

const proven = {
  testedAt: '2026-11-03T08:00:00.000Z',
  provenAt: '2026-11-03T08:05:00.000Z',
}

const trial = (more: Partial<OauthTrial> = {}): OauthTrial => ({
  failure: null,
  claims: [
    { name: 'email', value: 'mara@harbor.example' },
    { name: 'groups', value: '["staff","night"]' },
  ],
  person: { email: 'mara@harbor.example', firstName: 'Mara', lastName: 'Quay', isNew: true },
  role: 'editor',
  at: '2026-11-03T08:05:00.000Z',
  ...more,
})

const checks = [
  { name: 'discovery', passed: true, message: 'id.harbor.example describes itself as a provider.' },
  { name: 'keys', passed: true, message: 'It shows the keys it signs with: 2.' },
]
const sent = fn()
let open = spyOn(page, 'open')
let stored: OauthConfig[] = []
let passes = true

const meta: Meta = {
  title: 'Screens/Single sign-on',
  beforeEach: () => {
    sent.mockClear()
    open = spyOn(page, 'open').mockImplementation(() => undefined)
    passes = true
    stored = [config('Harbor ID', { isActive: true, ...proven }), config('Quay ID')]
  },
  parameters: {
    route: '/single-sign-on',
    api: {
      'GET /roles': [
        { key: 'user', name: 'User' },
        { key: 'editor', name: 'Editor' },
        { key: 'night-shift', name: 'Night shift' },
      ],
      'GET /oauth-configs': () => stored,
      'GET /oauth-configs/:id': ({ params }: FakeRequest) =>
        stored.find(({ id }) => id === params.id),
      'POST /oauth-configs': ({ body }: FakeRequest) => {
        sent(body)
        stored = [...stored, config((body as OauthConfig).name)]
        return { status: 201, body: stored.at(-1) }
      },
      'PUT /oauth-configs/:id': ({ params, body }: FakeRequest) => {
        sent(body)
        stored = stored.map((one) => (one.id === params.id ? { ...one, ...(body as object) } : one))
        return stored.find(({ id }) => id === params.id)
      },
      'POST /oauth-configs/:id/test': ({ params }: FakeRequest) => {
        const testedAt = new Date().toISOString()
        if (passes)
          stored = stored.map((one) => (one.id === params.id ? { ...one, testedAt } : one))
        const last = { name: 'client', passed: passes, message: 'It knows the client.' }
        return { passed: passes, checks: [...checks, last] }
      },
      'POST /oauth-configs/:id/trial': { url: 'https://id.quay-id.example/auth' },
      'DELETE /oauth-configs/:id': ({ params }: FakeRequest) => {
        stored = stored.filter(({ id }) => id !== params.id)
        return { status: 204 }
      },
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Harbor ID')).toBeVisible()
    await expect(canvas.getByText('https://id.quay-id.example')).toBeVisible()
    await expect(canvas.getByText('Not yet')).toBeVisible()
    const address = canvas.getByRole('region', { name: 'Callback address' })
    await expect(
      await within(address).findByText('https://crossdock.example/api/auth/oidc/callback')
    ).toBeVisible()
  },
}

export const FilledDark: Story = { ...Filled, globals: { theme: 'dark' } }

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Harbor ID')).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Empty: Story = {
  beforeEach: () => {
    stored = []
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No identity provider yet')).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: { 'GET /oauth-configs': { status: 500, body: { message: 'The database is locked.' } } },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The database is locked.')).toBeVisible()
  },
}

export const NoPermission: Story = {
  parameters: { session: 'reader' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  },
}

const choose = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

/** Red when the page offers to turn on a provider without a test, or without a sign-in. */
export const TestsAndLeadsToTheSignIn: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Quay ID' }))
    await screen.findByRole('menuitem', { name: 'Test connection' })
    await expect(screen.queryByRole('menuitem', { name: 'Turn on' })).toBeNull()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Test connection' }))
    const dialog = await screen.findByRole('dialog', { name: 'Test of Quay ID' })
    await expect(await within(dialog).findByText(/Sign in with it once/)).toBeVisible()
    await expect(within(dialog).getAllByText('Passed')).toHaveLength(3)
    await expect(within(dialog).queryByRole('button', { name: 'Turn on' })).toBeNull()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign in with it' }))
    await waitFor(() => expect(open).toHaveBeenCalledWith('https://id.quay-id.example/auth'))
  },
}

/** Red when a provider with a sign-in asks for another one. */
export const TestsAndSwitchesOn: Story = {
  beforeEach: () => {
    stored = [config('Quay ID', proven)]
  },
  play: async () => {
    await choose('Quay ID', 'Test connection')
    const dialog = await screen.findByRole('dialog', { name: 'Test of Quay ID' })
    await expect(await within(dialog).findByText('The connection can be used.')).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Turn on' }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ isActive: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

const back = { route: '/settings?tab=sso&trial=oac_Quay%20ID' }

/** Red when the person, the role or a claim is not shown, or the provider cannot be turned on from here. */
export const BackFromTheSignIn: Story = {
  parameters: { ...back, axe: true, api: { 'GET /oauth-configs/:id/trial': trial() } },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign-in with Quay ID' }))
    await expect(await dialog.findByText('Mara Quay (mara@harbor.example)')).toBeVisible()
    await expect(dialog.getByText('New. The first sign-in creates the account.')).toBeVisible()
    await expect(await dialog.findByText('Editor')).toBeVisible()
    await expect(dialog.getByText('["staff","night"]')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Turn on' }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ isActive: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

/** Red when the dialog shows no reason for the refusal, or hides the claims. */
export const BackFromASignInThatFails: Story = {
  parameters: {
    ...back,
    api: {
      'GET /oauth-configs/:id/trial': trial({ failure: 'domain', person: null, role: null }),
    },
  },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign-in with Quay ID' }))
    await expect(
      await dialog.findByText(/allowed domains of this provider do not include/)
    ).toBeVisible()
    await expect(dialog.getByText('mara@harbor.example')).toBeVisible()
    await expect(dialog.queryByRole('button', { name: 'Turn on' })).toBeNull()
    await userEvent.click(dialog.getByText('Close'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

export const BackTooLate: Story = {
  parameters: {
    ...back,
    api: {
      'GET /oauth-configs/:id/trial': {
        status: 404,
        body: { message: 'You have tried no sign-in in the last ten minutes.' },
      },
    },
  },
  play: async () => {
    await expect(
      await screen.findByText('You have tried no sign-in in the last ten minutes.')
    ).toBeVisible()
  },
}

export const TestFails: Story = {
  beforeEach: () => {
    passes = false
  },
  play: async () => {
    await choose('Quay ID', 'Test connection')
    await expect(await screen.findByText('The connection cannot be used yet.')).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
    await expect(screen.getByText('Failed')).toBeVisible()
  },
}

export const SwitchesOff: Story = {
  play: async () => {
    await choose('Harbor ID', 'Turn off')
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ isActive: false }))
  },
}

const type = async (name: RegExp, value: string) =>
  userEvent.type(await screen.findByLabelText(name), value)

export const Adds: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add provider' }))
    await type(/^Name/, 'Alder ID')
    await type(/^Issuer/, 'https://id.alder.example')
    await type(/^Client ID/, 'crossdock')
    await type(/^Client secret/, 'keep it secret')
    await type(/^Allowed domains/, 'alder.example{Enter}')
    const dialog = screen.getByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add provider' }))
    await waitFor(() => expect(sent).toHaveBeenCalled())
    await expect(sent.mock.calls[0]![0]).toMatchObject({
      name: 'Alder ID',
      provider: 'oidc',
      issuer: 'https://id.alder.example',
      clientId: 'crossdock',
      clientSecret: 'keep it secret',
      settings: { allowedDomains: ['alder.example'], defaultRole: 'user', roleMapping: [] },
    })
  },
}

/** Red when the mask is sent as the secret, or the rules are lost. */
export const Edits: Story = {
  play: async () => {
    await choose('Quay ID', 'Edit')
    const secret = await screen.findByLabelText(/^Client secret/)
    await expect(secret).toHaveValue('')
    await expect(await screen.findByLabelText(/^Claim(?! with)/)).toHaveValue('groups')
    await type(/^Name/, ' 2')
    await userEvent.click(await screen.findByRole('combobox', { name: /^Role for new people/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Night shift' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add rule' }))
    await userEvent.click(screen.getByRole('button', { name: 'Remove rule 2' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveBeenCalled())
    await expect(sent.mock.calls[0]![0]).toMatchObject({
      name: 'Quay ID 2',
      clientSecret: '••••••••',
      settings: {
        defaultRole: 'night-shift',
        roleMapping: [{ claim: 'groups', value: 'staff', role: 'editor' }],
      },
    })
  },
}

export const Removes: Story = {
  play: async ({ canvas }) => {
    await choose('Quay ID', 'Remove')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(canvas.queryByText('Quay ID')).toBeNull())
  },
}
