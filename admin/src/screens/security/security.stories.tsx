import type {
  Passkey,
  SecondFactor,
  SecondFactorRule,
  SignInRules,
  UserSession,
} from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../.storybook/fake_api.js'
import { browser } from '../../data/passkeys.js'

const ended = fn()
const made = fn()
let sessions: UserSession[] = []
let passkeys: Passkey[] = []
let factor: SecondFactor = { required: false, requiredBy: null, recoveryCodes: 0 }
let rule: SecondFactorRule = { required: false, requiredBy: null }
let rules: SignInRules = { allowedDomains: [], ssoOnly: false, sessionHours: null }
const ruled = fn()

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

const session = (id: string, more: Partial<UserSession> = {}): UserSession => ({
  id,
  userId: 'usr_1',
  browser: 'Firefox',
  system: 'Linux',
  ip: '192.0.2.10',
  isCurrent: false,
  createdAt: ago(50),
  lastSeenAt: ago(3),
  expiresAt: ago(-200),
  ...more,
})

/** The answer of a browser that created a passkey. */
class MadeCredential {
  id = 'AQID'
  rawId = new Uint8Array([1, 2, 3]).buffer
  type = 'public-key'
  authenticatorAttachment = 'platform'
  response = {
    clientDataJSON: new Uint8Array([4]).buffer,
    attestationObject: new Uint8Array([5]).buffer,
    getTransports: () => ['internal'],
  }
  getClientExtensionResults = () => ({})
}

const options = {
  options: {
    challenge: 'AAAA',
    rp: { id: 'localhost', name: 'Harbor Logistics' },
    user: { id: 'dXNyXzE', name: 'mara', displayName: 'Mara' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  },
}

const rulesPage = { route: '/settings?tab=rules' }

const meta: Meta = {
  title: 'Screens/Security',
  beforeEach: () => {
    spyOn(browser, 'canUsePasskeys').mockReturnValue(true)
    factor = { required: false, requiredBy: null, recoveryCodes: 0 }
    rule = { required: false, requiredBy: null }
    rules = { allowedDomains: ['harbor.example'], ssoOnly: false, sessionHours: 24 }
    ruled.mockClear()
    ended.mockClear()
    made.mockClear()
    sessions = [
      session('ses_1', { isCurrent: true, lastSeenAt: ago(0) }),
      session('ses_2', { browser: 'Safari', system: 'iOS', ip: '198.51.100.7' }),
      session('ses_3', { browser: null, system: null, ip: null }),
    ]
    passkeys = [
      { id: 'key_1', name: 'Work laptop', createdAt: ago(900), lastUsedAt: ago(20) },
      { id: 'key_2', name: 'Key ring', createdAt: ago(800), lastUsedAt: null },
    ]
  },
  parameters: {
    route: '/settings?tab=security',
    session: 'member',
    api: {
      'GET /sessions': ({ query }: FakeRequest) =>
        query.get('userId') ? sessions.filter(({ isCurrent }) => !isCurrent) : sessions,
      'DELETE /sessions/:id': ({ params }: FakeRequest) => {
        ended(params.id)
        sessions = sessions.filter(({ id }) => id !== params.id)
        return { status: 204 }
      },
      'DELETE /sessions': ({ query }: FakeRequest) => {
        const others = sessions.filter(({ isCurrent }) => !isCurrent)
        ended('all', query.get('userId'))
        sessions = sessions.filter(({ isCurrent }) => isCurrent)
        return { ended: others.length }
      },
      'GET /second-factor': () => factor,
      'PUT /second-factor': ({ body }: FakeRequest) => {
        factor = { ...factor, ...(body as { required: boolean }) }
        return factor
      },
      'GET /second-factor-rule': () => rule,
      'PUT /second-factor-rule': ({ body }: FakeRequest) => {
        const { required } = body as { required: boolean }
        rule = { required, requiredBy: required ? 'tenant' : null }
        factor = { ...factor, ...rule }
        return rule
      },
      'GET /oauth-configs': [{ id: 'idp_1', name: 'Harbor ID', isActive: true }],
      'GET /tenant/rules': () => rules,
      'PUT /tenant/rules': ({ body }: FakeRequest) => {
        ruled(body)
        const { confirm, ...given } = body as Partial<SignInRules> & { confirm?: boolean }
        if (given.ssoOnly) {
          return {
            status: 409,
            body: { code: 'E_SSO_UNPROVED', message: 'Sign in with it first.' },
          }
        }
        if (given.allowedDomains && !confirm) {
          const message = '3 people have addresses of other domains, ada@quay.example among them.'
          return { status: 409, body: { code: 'E_SHUTS_OUT', message } }
        }
        rules = { ...rules, ...given }
        return rules
      },
      'DELETE /users/:id/second-factor': ({ params }: FakeRequest) => {
        ended('factor', params.id)
        return { status: 204 }
      },
      'POST /recovery-codes': () => {
        factor = { ...factor, recoveryCodes: 10 }
        return { status: 201, body: { codes: ['abcde-fghjk', 'mnpqr-stuvw'] } }
      },
      'GET /passkeys': () => passkeys,
      'POST /passkeys/options': options,
      'POST /passkeys': ({ body }: FakeRequest) => {
        made(body)
        const { name } = body as { name: string }
        const added = { id: 'key_3', name, createdAt: ago(0), lastUsedAt: null }
        passkeys = [...passkeys, added]
        return { status: 201, body: added }
      },
      'PUT /passkeys/:id': ({ body, params }: FakeRequest) => {
        const { name } = body as { name: string }
        passkeys = passkeys.map((one) => (one.id === params.id ? { ...one, name } : one))
        return passkeys.find(({ id }) => id === params.id)
      },
      'DELETE /passkeys/:id': ({ params }: FakeRequest) => {
        passkeys = passkeys.filter(({ id }) => id !== params.id)
        return { status: 204 }
      },
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    const list = within(await canvas.findByRole('list', { name: 'Sessions' }))
    const [own, phone, unknown] = list.getAllByRole('listitem') as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ]
    await expect(within(own).getByText('Firefox on Linux')).toBeVisible()
    await expect(within(own).getByText('This device')).toBeVisible()
    await expect(within(own).queryByRole('button')).toBeNull()
    await expect(phone).toHaveTextContent('198.51.100.7 · Last used 3 hours ago · signed in')
    await expect(within(unknown).getByText('Unknown device')).toBeVisible()
    await expect(await canvas.findByText('Work laptop')).toBeVisible()
    await expect(canvas.getByText(/Never used/)).toBeVisible()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

export const EndsOne: Story = {
  play: async ({ canvas }) => {
    const name = 'End session: Safari on iOS'
    await userEvent.click(await canvas.findByRole('button', { name }))
    await expect(await screen.findByText('Session ended')).toBeVisible()
    await expect(ended).toHaveBeenCalledWith('ses_2')
    await waitFor(() => expect(canvas.queryByText('Safari on iOS')).toBeNull())
  },
}

export const EndsAllOthers: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'End all others' }))
    const question = await screen.findByRole('alertdialog', { name: 'End all other sessions?' })
    await userEvent.click(within(question).getByRole('button', { name: 'End all others' }))
    await expect(await screen.findByText('2 sessions ended')).toBeVisible()
    await expect(ended).toHaveBeenCalledWith('all', null)
    await waitFor(() => expect(canvas.queryByText('Unknown device')).toBeNull())
    await expect(canvas.queryByRole('button', { name: 'End all others' })).toBeNull()
  },
}

/** An administrator sees the sessions of another person, but not their passkeys. */
export const OfAPerson: Story = {
  parameters: { route: '/security?userId=usr_9' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Where this person is signed in.')).toBeVisible()
    await userEvent.click(await canvas.findByRole('button', { name: 'End all' }))
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'End all' }))
    await waitFor(() => expect(ended).toHaveBeenCalledWith('all', 'usr_9'))
    await expect(canvas.queryByText('Passkeys')).toBeNull()
    await expect(await canvas.findByText('No sessions')).toBeVisible()
  },
}

export const NoPermission: Story = {
  parameters: {
    route: '/security?userId=usr_9',
    session: 'viewer',
    api: {
      'GET /sessions': {
        status: 403,
        body: { message: 'You may not do this: the permission "sessions.write" is missing.' },
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Access Denied')).toBeVisible()
    await expect(canvas.getByText(/sessions\.write/)).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /sessions': 'pending', 'GET /passkeys': 'pending' } },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByRole('status', { name: 'Loading' })).toHaveLength(2))
  },
}

export const Failed: Story = {
  parameters: {
    api: { 'GET /passkeys': { status: 500, body: { message: 'The database is locked.' } } },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The database is locked.')).toBeVisible()
    await expect(canvas.getByText('This device')).toBeVisible()
  },
}

export const NoPasskeys: Story = {
  beforeEach: () => {
    passkeys = []
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No passkeys yet')).toBeVisible()
    await expect(await canvas.findByText('Add a passkey first.')).toBeVisible()
    await expect(canvas.getByRole('switch', { name: /^Require a passkey/ })).toBeDisabled()
  },
}

/** Red when the button ignores what the browser supports. */
export const BrowserCannot: Story = {
  beforeEach: () => void spyOn(browser, 'canUsePasskeys').mockReturnValue(false),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/This browser cannot use passkeys here/)).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Add passkey' })).toBeNull()
    await expect(await canvas.findByText('Work laptop')).toBeVisible()
  },
}

const add = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Add passkey' }))
  return within(await screen.findByRole('dialog', { name: 'Add passkey' }))
}
const submit = (dialog: ReturnType<typeof within>) =>
  userEvent.click(dialog.getByRole('button', { name: 'Add passkey' }))

export const AddsPasskey: Story = {
  beforeEach: () => {
    spyOn(navigator.credentials, 'create').mockImplementation(() =>
      Promise.resolve(new MadeCredential() as unknown as Credential)
    )
  },
  play: async ({ canvas }) => {
    await canvas.findByText('This device')
    const dialog = await add()
    await expect(dialog.getByRole('textbox', { name: /Name/ })).toHaveValue('Firefox on Linux')
    await submit(dialog)
    await expect(await screen.findByText('Passkey added')).toBeVisible()
    const body = made.mock.calls[0]![0] as { name: string; passkey: { id: string } }
    await expect(body.name).toBe('Firefox on Linux')
    await expect(body.passkey).toMatchObject({ id: 'AQID', type: 'public-key' })
    const list = within(canvas.getByRole('list', { name: 'Passkeys' }))
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(3))
  },
}

export const GivesUpAdding: Story = {
  beforeEach: () => {
    spyOn(navigator.credentials, 'create').mockImplementation(() =>
      Promise.reject(new DOMException('The person closed it.', 'NotAllowedError'))
    )
  },
  play: async () => {
    const dialog = await add()
    const field = dialog.getByRole('textbox', { name: /Name/ })
    await userEvent.clear(field)
    await userEvent.type(field, 'Desk')
    await submit(dialog)
    const message = 'No passkey was added, because the browser prompt was closed.'
    await expect(await screen.findByText(message)).toBeVisible()
    await expect(field).toHaveValue('Desk')
    await expect(made).not.toHaveBeenCalled()
  },
}

const known = 'This passkey is already added.'

/** Red when a toast repeats what the form says, or a conflict shows only a toast. */
export const PasskeyKnown: Story = {
  beforeEach: AddsPasskey.beforeEach,
  parameters: {
    api: {
      'POST /passkeys': {
        status: 409,
        body: {
          code: 'E_PASSKEY_KNOWN',
          message: known,
          errors: [{ field: 'passkey', rule: 'conflict', message: known }],
        },
      },
    },
  },
  play: async () => {
    const dialog = await add()
    await submit(dialog)
    await expect(await dialog.findByText(known)).toBeVisible()
    await expect(screen.getAllByText(known)).toHaveLength(1)
    await expect(screen.queryByText('Error')).toBeNull()
  },
}

const act = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Key ring' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

export const RenamesPasskey: Story = {
  play: async ({ canvas }) => {
    await act('Rename')
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename passkey' }))
    const field = dialog.getByRole('textbox', { name: /Name/ })
    await userEvent.clear(field)
    await userEvent.type(field, 'Drawer')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(await screen.findByText('Passkey renamed')).toBeVisible()
    await expect(await canvas.findByText('Drawer')).toBeVisible()
  },
}

export const RemovesPasskey: Story = {
  play: async ({ canvas }) => {
    await act('Remove')
    const name = 'Remove the passkey “Key ring”?'
    const question = within(await screen.findByRole('alertdialog', { name }))
    await userEvent.click(question.getByRole('button', { name: 'Remove' }))
    await expect(await screen.findByText('Passkey removed')).toBeVisible()
    await waitFor(() => expect(canvas.queryByText('Key ring')).toBeNull())
  },
}

export const TurnsSecondFactorOn: Story = {
  play: async ({ canvas }) => {
    const name = 'Require a passkey after the email code'
    await userEvent.click(await canvas.findByRole('switch', { name }))
    await expect(await screen.findByText('Second factor turned on')).toBeVisible()
    await waitFor(() => expect(canvas.getByRole('switch', { name })).toBeChecked())
  },
}

export const RequiresItOfEverybody: Story = {
  parameters: rulesPage,
  play: async ({ canvas }) => {
    const name = 'Require a second factor'
    await userEvent.click(await canvas.findByRole('switch', { name }))
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Require a second factor for everyone?' })
    )
    await userEvent.click(question.getByRole('button', { name: 'Require it' }))
    await expect(await screen.findByText('A second factor is now required')).toBeVisible()
    await waitFor(() => expect(canvas.getByRole('switch', { name })).toBeChecked())
    await userEvent.click(canvas.getByRole('link', { name: 'Security' }))
    await expect(
      await canvas.findByText('Your organization requires it for everyone.')
    ).toBeVisible()
    await expect(canvas.getByRole('switch', { name: /^Require a passkey/ })).toBeDisabled()
  },
}

/** Red when a person could lock themselves out with one click. */
export const RequiringNeedsOwnPasskey: Story = {
  parameters: rulesPage,
  beforeEach: () => {
    passkeys = []
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Add a passkey to your own account first.')).toBeVisible()
    await expect(canvas.getByRole('switch', { name: 'Require a second factor' })).toBeDisabled()
  },
}

export const ResetsThatOfAPerson: Story = {
  parameters: { route: '/security?userId=usr_9' },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Reset second factor' }))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Reset second factor' }))
    await expect(await screen.findByText('Second factor reset')).toBeVisible()
    await expect(ended).toHaveBeenCalledWith('factor', 'usr_9')
  },
}

export const MakesRecoveryCodes: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('0 recovery codes left')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Make recovery codes' }))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Make recovery codes' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }))
    await expect(dialog.getByText(/abcde-fghjk/)).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      expect.stringContaining('abcde-fghjk')
    )
    // Red when the dialog closes without a question.
    await userEvent.keyboard('{Escape}')
    const asked = within(await screen.findByRole('alertdialog'))
    await expect(asked.getByText('Close without saving them?')).toBeVisible()
    await userEvent.click(asked.getByRole('button', { name: 'Go back' }))
    await userEvent.click(await screen.findByRole('button', { name: 'I have saved them' }))
    await expect(await canvas.findByText('10 recovery codes left')).toBeVisible()
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Work laptop')).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const German: Story = {
  parameters: { language: 'de' },
  play: async ({ canvas }) => {
    const name = 'Sicherheit · Einstellungen'
    await expect(await canvas.findByRole('heading', { level: 1, name })).toBeVisible()
    await expect(await canvas.findByText('Firefox unter Linux')).toBeVisible()
  },
}

const saveRules = () => screen.findByRole('button', { name: 'Save rules' })

/** Red when untouched fields are sent, too, or invalid hours are accepted. */
export const ShortensSessions: Story = {
  parameters: rulesPage,
  play: async () => {
    const hours = await screen.findByRole('textbox', { name: 'Hours a session lasts' })
    await expect(hours).toHaveValue('24')
    await expect(await saveRules()).toBeDisabled()
    await userEvent.clear(hours)
    await userEvent.type(hours, '400')
    await expect(await screen.findByText(/whole number from 1 to 336/)).toBeVisible()
    await expect(await saveRules()).toBeDisabled()
    await userEvent.clear(hours)
    await userEvent.type(hours, '8{Enter}')
    await expect(await screen.findByText('Sign-in rules saved')).toBeVisible()
    await expect(ruled).toHaveBeenCalledWith({ sessionHours: 8 })
  },
}

/** Red when people are locked out without a question. */
export const AsksBeforeLockingOut: Story = {
  parameters: rulesPage,
  play: async () => {
    const domains = await screen.findByRole('textbox', { name: 'Allowed domains' })
    await expect(domains).toHaveValue('harbor.example')
    await userEvent.type(domains, '\nquay.example')
    await userEvent.click(await saveRules())
    const question = within(await screen.findByRole('alertdialog', { name: 'Lock people out?' }))
    await expect(question.getByText(/^3 people have addresses/)).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Lock them out' }))
    await expect(await screen.findByText('Sign-in rules saved')).toBeVisible()
    await expect(ruled).toHaveBeenLastCalledWith({
      allowedDomains: ['harbor.example', 'quay.example'],
      confirm: true,
    })
  },
}

/** Red when the switch acts without a question, or the refusal is not shown at the field. */
export const ProviderOnlyIsRefused: Story = {
  parameters: rulesPage,
  play: async () => {
    const name = 'Sign in only with an identity provider'
    await userEvent.click(await screen.findByRole('switch', { name }))
    await userEvent.click(await saveRules())
    await userEvent.dblClick(
      within(
        await screen.findByRole('alertdialog', {
          name: 'Allow sign-in only with an identity provider?',
        })
      ).getByRole('button', { name: 'Provider only' })
    )
    await expect(await screen.findByText('Sign in with it first.')).toBeVisible()
    await expect(ruled).toHaveBeenCalledTimes(1)
    await expect(ruled).toHaveBeenCalledWith({ ssoOnly: true })
  },
}

/** One domain per line: an invalid one is refused in place, and not split into two. */
export const RefusesInvalidDomains: Story = {
  parameters: rulesPage,
  play: async () => {
    const domains = await screen.findByRole('textbox', { name: 'Allowed domains' })
    await userEvent.type(domains, '\nlumen harbor')
    await expect(domains).toHaveAccessibleDescription(/“lumen harbor” is not a domain/)
    await expect(await saveRules()).toBeDisabled()
    await userEvent.clear(domains)
    await userEvent.type(domains, 'lumen.example')
    await expect(await saveRules()).toBeEnabled()
  },
}

/** Without a provider no one could sign in: the switch says what comes first. */
export const ProviderOnlyNeedsOne: Story = {
  parameters: {
    ...rulesPage,
    api: { 'GET /oauth-configs': [] },
  },
  play: async () => {
    const name = 'Sign in only with an identity provider'
    await waitFor(() => expect(screen.getByRole('switch', { name })).toBeDisabled())
    await expect(await screen.findByText(/^No identity provider is turned on/)).toBeVisible()
    // In the menu, too.
    await expect(screen.getAllByRole('link', { name: 'Single sign-on' }).length).toBeGreaterThan(0)
  },
}

export const RulesDark: Story = { ...ShortensSessions, globals: { theme: 'dark' } }
