import type { Session } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, waitFor } from 'storybook/test'
import type { FakeRequest } from '../../../.storybook/fake_api.js'
import { sessions } from '../../../.storybook/sessions.js'
import { browser } from '../../data/passkeys.js'

type Held = NonNullable<Session['session']>['held']

const made = fn()
const proved = fn()
let held: Held = 'enrol'
let isWrong = false

const closed = {
  status: 403,
  body: { code: 'E_SECOND_FACTOR_REQUIRED', message: 'You need a second factor.' },
}
const open = (answer: unknown) => () => (held ? closed : answer)

/** The answer of a browser that created a passkey. */
class MadeCredential {
  id = 'AQID'
  rawId = new Uint8Array([1, 2, 3]).buffer
  type = 'public-key'
  response = {
    clientDataJSON: new Uint8Array([4]).buffer,
    attestationObject: new Uint8Array([5]).buffer,
    getTransports: () => ['internal'],
  }
  getClientExtensionResults = () => ({})
}

const meta: Meta = {
  title: 'Login/Held',
  beforeEach: () => {
    spyOn(browser, 'canUsePasskeys').mockReturnValue(true)
    held = 'enrol'
    isWrong = false
    made.mockClear()
    proved.mockClear()
  },
  parameters: {
    route: '/assets',
    api: {
      'GET /auth/me': () => ({ ...sessions.member, session: { id: 'ses_1', held } }),
      'GET /assets': open([]),
      'POST /passkeys/options': {
        options: {
          challenge: 'AAAA',
          rp: { id: 'localhost', name: 'Harbor Logistics' },
          user: { id: 'dXNyXzE', name: 'mara', displayName: 'Mara' },
          pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        },
      },
      'POST /passkeys': ({ body }: FakeRequest) => {
        made(body)
        held = null
        return { status: 201, body: { id: 'key_1' } }
      },
      'POST /recovery-codes': { status: 201, body: { codes: ['abcde-fghjk', 'mnpqr-stuvw'] } },
      'POST /auth/proof/verify': ({ body }: FakeRequest) => {
        proved(body)
        if (isWrong) {
          const message = 'This recovery code is wrong or already used. Try another one.'
          return { status: 403, body: { code: 'E_PROOF', message } }
        }
        held = null
        return { status: 204 }
      },
    },
  },
}
export default meta
type Story = StoryObj

const enrol = () => screen.findByRole('heading', { name: 'Add a passkey' })
const assets = () => screen.findByRole('heading', { name: 'Asset Management' })

/** Red when the page continues before the codes were saved, or never. */
export const Enrols: Story = {
  beforeEach: () => {
    spyOn(navigator.credentials, 'create').mockImplementation(() =>
      Promise.resolve(new MadeCredential() as unknown as Credential)
    )
  },
  play: async () => {
    await enrol()
    await expect(screen.queryByRole('heading', { name: 'Asset Management' })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Add passkey' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Make recovery codes' }))
    await expect(await screen.findByText(/abcde-fghjk/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }))
    await expect(await assets()).toBeVisible()
    await expect(made.mock.calls[0]![0]).toMatchObject({ name: 'This device' })
  },
}

export const GivenUp: Story = {
  beforeEach: () => {
    spyOn(navigator.credentials, 'create').mockImplementation(() =>
      Promise.reject(new DOMException('The person closed it.', 'NotAllowedError'))
    )
  },
  play: async () => {
    await enrol()
    await userEvent.click(await screen.findByRole('button', { name: 'Add passkey' }))
    await expect(await screen.findByText(/^No passkey was added/)).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Sign out' })).toBeEnabled()
  },
}

export const BrowserCannot: Story = {
  beforeEach: () => void spyOn(browser, 'canUsePasskeys').mockReturnValue(false),
  play: async () => {
    await enrol()
    await expect(await screen.findByText(/This browser cannot use passkeys here/)).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull()
  },
}

export const Confirms: Story = {
  beforeEach: () => {
    held = 'confirm'
    isWrong = true
  },
  play: async () => {
    await expect(
      await screen.findByRole('heading', { name: 'Confirm your identity' })
    ).toBeVisible()
    const field = await screen.findByRole('textbox', { name: 'Recovery code' })
    await userEvent.type(field, 'wrong')
    const use = screen.getByRole('button', { name: 'Use the recovery code' })
    await userEvent.click(use)
    await expect(await screen.findByText(/^This recovery code is wrong/)).toBeVisible()
    isWrong = false
    await userEvent.click(use)
    await expect(await assets()).toBeVisible()
    await expect(proved).toHaveBeenCalledWith({ recoveryCode: 'wrong' })
  },
}

/** Red when an open form is discarded, or when a refusal does not open the dialog. */
export const WhileSomethingIsOpen: Story = {
  beforeEach: () => {
    held = null
  },
  play: async () => {
    await assets()
    held = 'confirm'
    await userEvent.click(screen.getByRole('button', { name: 'New folder' }))
    await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 'Invoices')
    await userEvent.click(screen.getByRole('button', { name: 'Create folder' }))
    const field = await screen.findByRole('textbox', { name: 'Recovery code' })
    await userEvent.type(field, 'abcde-fghjk')
    await userEvent.click(screen.getByRole('button', { name: 'Use the recovery code' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Recovery code' })).toBeNull())
    await expect(await screen.findByDisplayValue('Invoices')).toBeVisible()
  },
  parameters: { api: { 'POST /assets': open({ id: 'fld_1' }) } },
}

export const Dark: Story = {
  globals: { theme: 'dark' },
  play: async () => void (await enrol()),
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async () => {
    await enrol()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const German: Story = {
  parameters: { language: 'de' },
  play: async () => {
    await expect(await screen.findByRole('heading', { name: 'Passkey hinzufügen' })).toBeVisible()
  },
}
