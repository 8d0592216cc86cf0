import type { Branding, BrandingColors } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../.storybook/fake_api.js'
import { sessions } from '../../../.storybook/sessions.js'

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const colors = {
  light: { primary: '#0f766e', onPrimary: '#ffffff', accent: '#0f766e' },
  dark: { primary: '#308982', onPrimary: '#000000', accent: '#308982' },
}
const ratios = {
  light: { text: 5.47, part: 5.24, link: 5.24 },
  dark: { text: 5.0, part: 4.51, link: 4.51 },
}
const nothing: Branding = {
  productName: null,
  primaryColor: null,
  accentColor: null,
  logo: null,
  colors: null,
  mailSender: null,
  mailFooter: null,
  customDomain: null,
  domain: null,
  updatedAt: null,
}
const harbor: Branding = {
  ...nothing,
  productName: 'Harbor Files',
  primaryColor: '#0f766e',
  logo: picture,
  colors,
  mailSender: 'Harbor desk',
  mailFooter: 'Harbor Logistics\nQuay 1, Rotterdam',
  updatedAt: '2026-11-02T08:00:00.000Z',
}
const domain = (status: string): Branding['domain'] => ({
  status,
  recordName: '_crossdock-challenge.files.harbor.example',
  recordValue: 'crossdock-verification=5f0c7a4e2b',
  verifiedAt: status === 'claimed' ? null : '2026-11-02T08:00:00.000Z',
  checkedAt: null,
  endsAt: status === 'missing' ? '2026-11-30T08:00:00.000Z' : null,
})

const sent = fn()
let stored: Branding = nothing
let outcome = 'verified'

const meta: Meta = {
  title: 'Screens/Branding',
  beforeEach: () => {
    sent.mockClear()
    stored = harbor
    outcome = 'verified'
  },
  parameters: {
    route: '/branding',
    api: {
      'GET /tenant/branding': () => stored,
      'PUT /tenant/branding': ({ body }: FakeRequest) => {
        sent(body)
        stored = { ...stored, ...(body as Partial<Branding>) }
        if (stored.customDomain && !stored.domain) stored = { ...stored, domain: domain('claimed') }
        return stored
      },
      'PUT /tenant/branding/logo': () => {
        sent('logo')
        stored = { ...stored, logo: picture }
        return stored
      },
      'DELETE /tenant/branding/logo': () => {
        stored = { ...stored, logo: null }
        return { status: 204 }
      },
      'GET /tenant/branding/colors': ({ query }: FakeRequest): BrandingColors => {
        const color = query.get('primaryColor')
        const yellow = { field: 'primaryColor', color: '#ffff00', ratio: 1.02, needed: 4.5 }
        return {
          colors: color && colors,
          ratios: color && ratios,
          unreadable: color === '#ffff00' ? [{ ...yellow, nearest: '#767600' }] : [],
        } as BrandingColors
      },
      'POST /tenant/branding/domain/verification': () => {
        if (outcome === 'verified') stored = { ...stored, domain: domain('verified') }
        const { customDomain, domain: present } = stored
        const found = outcome === 'other' ? ['v=spf1 -all'] : []
        return { outcome, found, branding: { customDomain, domain: present } }
      },
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('img', { name: 'Logo of the organization' })).toBeVisible()
    await expect(canvas.getByText('#0f766e')).toBeVisible()
    await expect(canvas.getByRole('img', { name: 'Sign-in page, dark' })).toBeVisible()
    const mails = canvas.getByRole('region', { name: 'Emails' })
    await expect(within(mails).getByText('From: Harbor desk')).toBeVisible()
  },
}

export const FilledDark: Story = { ...Filled, globals: { theme: 'dark' } }

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  beforeEach: () => {
    stored = { ...harbor, customDomain: 'files.harbor.example', domain: domain('claimed') }
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('files.harbor.example')).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Nothing: Story = {
  beforeEach: () => {
    stored = nothing
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Crossdock defaults')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Add domain' })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Remove logo' })).toBeNull()
  },
}

export const NoPermission: Story = {
  parameters: { session: 'reader' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: { 'GET /tenant/branding': { status: 500, body: { message: 'The database is locked.' } } },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The database is locked.')).toBeVisible()
  },
}

const openLook = async () => {
  const section = await screen.findByRole('region', { name: 'Name and colors' })
  await userEvent.click(within(section).getByRole('button', { name: 'Change' }))
  return screen.findByRole('dialog', { name: 'Name and colors' })
}

/** Red when the server's verdict on a color is not shown, or the nearest color cannot be chosen. */
export const ChoosesColors: Story = {
  play: async () => {
    const dialog = within(await openLook())
    await expect(await dialog.findByText('5:1', { selector: 'td' })).toBeVisible()
    const field = dialog.getByRole('textbox', { name: 'Button color' })
    await userEvent.clear(field)
    await userEvent.type(field, '#ffff00')
    await userEvent.click(await dialog.findByRole('button', { name: 'Use #767600' }))
    await expect(field).toHaveValue('#767600')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveBeenCalled())
    await expect(sent.mock.calls[0]![0]).toEqual({
      productName: 'Harbor Files',
      primaryColor: '#767600',
      accentColor: null,
    })
  },
}

/** Red when saving overwrites, without a question, what another tab saved. */
export const SavedElsewhere: Story = {
  play: async () => {
    const dialog = within(await openLook())
    const name = dialog.getByRole('textbox', { name: 'Product name' })
    await userEvent.clear(name)
    await userEvent.type(name, 'Quay')
    stored = { ...stored, primaryColor: '#7c2d12' }
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(await dialog.findByText(/^Someone else saved this/)).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveBeenCalled())
  },
}

export const NoColor: Story = {
  play: async () => {
    const dialog = within(await openLook())
    const field = dialog.getByRole('textbox', { name: 'Link color' })
    await userEvent.type(field, 'red')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(await dialog.findByText('A color such as #1d4ed8')).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
  },
}

/** Red when the console keeps its former name until it reloads. */
export const ShowsItAtOnce: Story = {
  parameters: {
    api: {
      'GET /auth/me': () => {
        const { member } = sessions
        const { productName, logo, colors: own } = stored
        return { ...member, tenant: { ...member?.tenant, productName, logo, colors: own } }
      },
    },
  },
  play: async () => {
    const dialog = within(await openLook())
    const field = dialog.getByRole('textbox', { name: 'Product name' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Quay')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(document.title).toBe('Branding · Settings · Quay'))
  },
}

export const ChangesMails: Story = {
  play: async () => {
    const section = await screen.findByRole('region', { name: 'Emails' })
    await userEvent.click(within(section).getByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Emails of the organization' }))
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Sender name' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Footer' }), '{Enter}KvK 123')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveBeenCalled())
    await expect(sent.mock.calls[0]![0]).toEqual({
      mailSender: null,
      mailFooter: 'Harbor Logistics\nQuay 1, Rotterdam\nKvK 123',
    })
  },
}

export const UploadsLogo: Story = {
  beforeEach: () => {
    stored = nothing
  },
  play: async ({ canvas }) => {
    const input = await canvas.findByLabelText('Choose picture', { selector: 'input' })
    await userEvent.upload(input, new File(['x'], 'logo.png', { type: 'image/png' }))
    await expect(await canvas.findByRole('img', { name: 'Logo of the organization' })).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('logo')
    await userEvent.click(canvas.getByRole('button', { name: 'Remove logo' }))
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Remove logo' })).toBeNull())
  },
}

export const LargeLogo: Story = {
  play: async ({ canvas }) => {
    const input = await canvas.findByLabelText('Choose picture', { selector: 'input' })
    const large = new File([new Uint8Array(513 * 1024)], 'logo.png', { type: 'image/png' })
    await userEvent.upload(input, large)
    await expect(await screen.findByText('The picture is larger than 512 KB.')).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
  },
}

/** Red when a claimed domain is shown as working. */
export const ClaimsAndVerifies: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add domain' }))
    await userEvent.type(
      await screen.findByRole('textbox', { name: /^Domain/ }),
      'files.harbor.example'
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect(await canvas.findByText('Not verified')).toBeVisible()
    await expect(canvas.getByText('crossdock-verification=5f0c7a4e2b')).toBeVisible()
    outcome = 'other'
    await userEvent.click(canvas.getByRole('button', { name: 'Verify' }))
    await expect(await canvas.findByText(/another value: v=spf1 -all/)).toBeVisible()
    outcome = 'verified'
    await userEvent.click(canvas.getByRole('button', { name: 'Verify' }))
    await expect(await canvas.findByText('Verified')).toBeVisible()
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Verify' })).toBeNull())
  },
}

export const Missing: Story = {
  beforeEach: () => {
    stored = { ...harbor, customDomain: 'files.harbor.example', domain: domain('missing') }
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Record is missing')).toBeVisible()
    await expect(canvas.getByText(/the domain stops working on/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Remove domain' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove domain' }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ customDomain: null }))
  },
}

const inColor = (color: string): Story => ({
  parameters: {
    route: '/login',
    session: 'anonymous',
    api: { 'GET /branding': { productName: 'Harbor Files', logo: picture, colors } },
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'Sign in to Harbor Files' })
    ).toBeVisible()
    await expect(document.querySelector('header img')).toHaveAttribute('src', picture)
    const send = canvas.getByRole('button', { name: 'Send magic link' })
    await waitFor(() => expect(getComputedStyle(send).backgroundColor).toBe(color))
  },
})

/** Red when the sign-in page does not read the brand. */
export const SignInPage: Story = inColor('rgb(15, 118, 110)')

export const SignInPageDark: Story = {
  ...inColor('rgb(48, 137, 130)'),
  globals: { theme: 'dark' },
}

const branded = (theme: 'light' | 'dark', color: string): Story => ({
  parameters: {
    axe: true,
    api: { 'GET /auth/me': { ...sessions.member, tenant: { ...sessions.member?.tenant, colors } } },
  },
  play: async ({ canvas }) => {
    const section = await canvas.findByRole('region', { name: 'Name and colors' })
    const change = within(section).getByRole('button', { name: 'Change' })
    const ink = theme === 'dark' ? 'rgb(244, 244, 245)' : 'rgb(24, 24, 27)'
    await expect(getComputedStyle(change).color).toBe(ink)
    const dialog = within(await openLook())
    const save = dialog.getByRole('button', { name: 'Save' })
    await waitFor(() => expect(getComputedStyle(save).backgroundColor).toBe(color))
    await expect(getComputedStyle(dialog.getByRole('button', { name: 'Cancel' })).color).toBe(ink)
    const name = dialog.getByRole('textbox', { name: 'Product name' })
    await userEvent.click(name)
    const outline = name.parentElement!.querySelector('fieldset')!
    await waitFor(() => expect(getComputedStyle(outline).borderColor).toBe(color))
  },
})

/** Red when the organization's color shows in more than primary buttons, links, and focus. */
export const BrandedConsole: Story = branded('light', 'rgb(15, 118, 110)')

export const BrandedConsoleDark: Story = {
  ...branded('dark', 'rgb(48, 137, 130)'),
  globals: { theme: 'dark' },
}
