import type { Passkey } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../.storybook/fake_api.js'
import { sessions } from '../../.storybook/sessions.js'
import { PasskeyAnswer } from '../../.storybook/passkey_answer.js'
import { browser } from '../data/passkeys.js'

const created = fn()
const proved = fn()
let isFresh = false
let passkeys: Passkey[] = []
let isAsked = false

const stale = {
  status: 403,
  body: { code: 'E_FRESH_PROOF_NEEDED', message: 'Confirm that it is you: this takes a proof.' },
}

const meta: Meta = {
  title: 'Shell/Fresh proof',
  beforeEach: () => {
    spyOn(browser, 'canUsePasskeys').mockReturnValue(true)
    created.mockClear()
    proved.mockClear()
    isFresh = false
    passkeys = []
    isAsked = false
  },
  parameters: {
    route: '/tenants',
    session: 'superAdmin',
    api: {
      'GET /tenants': [],
      'POST /tenants': ({ body }: FakeRequest) => {
        if (!isFresh) return stale
        created(body)
        return { status: 201, body: { ...(body as object), id: 'ten_1' } }
      },
      'GET /passkeys': () => passkeys,
      'GET /second-factor': () => ({ required: isAsked, requiredBy: null, recoveryCodes: 3 }),
      'POST /auth/proof': { message: 'sent' },
      'POST /auth/proof/options': { options: { challenge: 'AAAA', rpId: 'localhost' } },
      'POST /auth/proof/verify': ({ body }: FakeRequest) => {
        proved(body)
        if ('code' in (body as object) && (body as { code: string }).code !== '482913') {
          return { status: 403, body: { code: 'E_PROOF', message: 'That code is wrong.' } }
        }
        isFresh = true
        return { status: 204 }
      },
    },
  },
}
export default meta
type Story = StoryObj

const question = () => screen.findByRole('dialog', { name: 'Confirm your identity' })

/** Fills in a form and submits it; the server asks for a recent confirmation. */
async function save() {
  await userEvent.click(await screen.findByRole('button', { name: 'Add Tenant' }))
  await screen.findByRole('dialog', { name: 'Add New Tenant' })
  const fill = async (label: RegExp, text: string) =>
    userEvent.type(screen.getByRole('textbox', { name: label }), text)
  await fill(/Tenant Name/, 'Blue Pallet')
  await fill(/Subdomain/, 'blue-pallet')
  await fill(/Admin Email/, 'ops@blue-pallet.example')
  await userEvent.click(screen.getByRole('button', { name: 'Create Tenant' }))
  return within(await question())
}

const done = 'The new tenant has been created successfully.'

/** Red when the waiting call is not repeated, or repeated twice. */
export const ByCode: Story = {
  play: async () => {
    const dialog = await save()
    await userEvent.click(dialog.getByRole('button', { name: 'Email me a code' }))
    await expect(await dialog.findByText(/We sent a 6-digit code to operator@/)).toBeVisible()
    await userEvent.type(dialog.getByLabelText('Verification code'), '482913')
    await expect(await screen.findByText(done)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(created).toHaveBeenCalledTimes(1)
    await expect(proved).toHaveBeenCalledTimes(1)
  },
}

export const Dark: Story = {
  globals: { theme: 'dark' },
  play: async () => void (await save()),
}

export const WrongCode: Story = {
  play: async () => {
    const dialog = await save()
    await userEvent.click(dialog.getByRole('button', { name: 'Email me a code' }))
    const field = await dialog.findByLabelText('Verification code')
    await userEvent.type(field, '000000')
    await expect(await dialog.findByText('That code is wrong.')).toBeVisible()
    await expect(field).toHaveValue('')
    await expect(field).toHaveFocus()
    await expect(created).not.toHaveBeenCalled()
  },
}

/** Red when the form closes, or loses its input. */
export const Declined: Story = {
  play: async () => {
    const dialog = await save()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Confirm your identity' })).toBeNull()
    )
    const message = 'You did not confirm your identity, so nothing was done.'
    await expect(await screen.findByText(message)).toBeVisible()
    await expect(screen.getByRole('textbox', { name: /Tenant Name/ })).toHaveValue('Blue Pallet')
    await expect(created).not.toHaveBeenCalled()
    // The next attempt asks again.
    await userEvent.click(screen.getByRole('button', { name: 'Create Tenant' }))
    await expect(await question()).toBeVisible()
  },
}

export const ByPasskey: Story = {
  beforeEach: () => {
    passkeys = [
      { id: 'key_1', name: 'Laptop', createdAt: '2026-11-01T08:00:00.000Z', lastUsedAt: null },
    ]
    spyOn(navigator.credentials, 'get').mockImplementation(() =>
      Promise.resolve(new PasskeyAnswer() as unknown as Credential)
    )
  },
  play: async () => {
    const dialog = await save()
    await userEvent.click(await dialog.findByRole('button', { name: 'Use a passkey' }))
    await expect(await screen.findByText(done)).toBeVisible()
    await expect(proved).toHaveBeenCalledWith({
      passkey: expect.objectContaining({ id: 'AQID', type: 'public-key' }) as object,
    })
  },
}

/** Red when an email is offered to a person for whom the server does not accept it. */
export const WithSecondFactor: Story = {
  beforeEach: () => {
    isAsked = true
    passkeys = [
      { id: 'key_1', name: 'Laptop', createdAt: '2026-11-01T08:00:00.000Z', lastUsedAt: null },
    ]
  },
  play: async () => {
    const dialog = await save()
    const field = await dialog.findByRole('textbox', { name: 'Recovery code' })
    await expect(dialog.queryByRole('button', { name: 'Email me a code' })).toBeNull()
    await userEvent.type(field, 'abcde-fghjk')
    await userEvent.click(dialog.getByRole('button', { name: 'Use the recovery code' }))
    await expect(await screen.findByText(done)).toBeVisible()
    await expect(proved).toHaveBeenCalledWith({ recoveryCode: 'abcde-fghjk' })
  },
}

/** The server decides: red when a call is repeated endlessly. */
export const StaleAllTheSame: Story = {
  parameters: { api: { 'POST /tenants': stale } },
  play: async () => {
    const dialog = await save()
    await userEvent.click(dialog.getByRole('button', { name: 'Email me a code' }))
    await userEvent.type(await dialog.findByLabelText('Verification code'), '482913')
    await expect(await screen.findByText(stale.body.message)).toBeVisible()
    await expect(proved).toHaveBeenCalledTimes(1)
  },
}

/** Red when an emailed code is offered although the server does not accept it. */
export const ByTheProvider: Story = {
  parameters: {
    api: {
      'GET /auth/me': {
        ...sessions.superAdmin,
        tenant: sessions.member?.tenant,
        session: { id: 'ses_1', held: null, ssoOnly: true },
      },
      'GET /auth/oidc': [{ id: 'oac_1', name: 'Harbor ID', isOnly: true }],
    },
  },
  play: async () => {
    const dialog = await save()
    const button = await dialog.findByRole('link', { name: 'Continue with Harbor ID' })
    await expect(button).toHaveAttribute('href', expect.stringContaining('anew=true'))
    await expect(dialog.queryByRole('button', { name: 'Email me a code' })).toBeNull()
  },
}
