import type { Profile } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'

const saved = fn()
let profile: Profile

const meta: Meta = {
  title: 'Screens/Settings',
  beforeEach: () => {
    saved.mockClear()
    profile = {
      email: 'mara.lindqvist@harbor-logistics.example',
      firstName: 'Mara',
      lastName: 'Lindqvist',
      language: null,
      timeZone: null,
      appearance: 'system',
    }
  },
  parameters: {
    route: '/settings',
    session: 'member',
    api: {
      'GET /settings/profile': () => profile,
      'PUT /settings/profile': ({ body }: FakeRequest) => {
        saved(body)
        profile = { ...profile, ...(body as Partial<Profile>) }
        return profile
      },
      'GET /tenant/branding': {
        customDomain: 'files.harbor.example',
        domain: { status: 'verified', endsAt: null },
      },
    },
  },
}
export default meta
type Story = StoryObj

const nav = () => screen.findByRole('navigation', { name: 'Sections of the settings' })

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(profile.email)).toBeVisible()
    const sections = within(await nav())
    await expect(sections.getByRole('link', { name: 'Profile' })).toHaveAttribute(
      'aria-current',
      'page'
    )
    const you = within(sections.getByRole('list', { name: 'You' }))
    await expect(you.getByRole('link', { name: 'Security' })).toBeVisible()
    const organization = within(sections.getByRole('list', { name: 'Organization' }))
    await expect(organization.getByRole('link', { name: 'Branding' })).toBeVisible()
    await expect(organization.getByRole('link', { name: 'Single sign-on' })).toBeVisible()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

/** Red when another section than that of the address is shown. */
export const NoSuchSection: Story = {
  parameters: { route: '/settings?tab=nothing' },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { level: 1, name: 'Profile · Settings' })
    await waitFor(() => expect(document.title).toMatch(/^Profile · Settings · /))
  },
}

/** Red without `useOnce`: the second call would be refused, because the first one has changed the name. */
export const PressedTwice: Story = {
  play: async ({ canvas }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: 'First name' }), 'n')
    const save = canvas.getByRole('button', { name: 'Save' })
    save.click()
    save.click()
    await expect(await screen.findByText('Profile saved')).toBeVisible()
    await expect(saved).toHaveBeenCalledTimes(1)
  },
}

/** Red when the browser's language cannot be chosen again, or the current language cannot be stored. */
export const LanguageOfTheBrowser: Story = {
  parameters: { route: '/settings?tab=appearance' },
  play: async ({ canvas }) => {
    const language = await canvas.findByRole('combobox', { name: 'Language' })
    await expect(language).toHaveDisplayValue('English')
    await userEvent.selectOptions(language, 'Same as this browser')
    await expect(language).toHaveDisplayValue('Same as this browser')
    await userEvent.selectOptions(language, 'English')
    await expect(language).toHaveDisplayValue('English')
  },
}

/** Red when the field renders again in the other language, and the focus is lost. */
export const TheLanguageKeepsTheFocus: Story = {
  parameters: { route: '/settings?tab=appearance' },
  play: async ({ canvas }) => {
    const language = await canvas.findByRole('combobox', { name: 'Language' })
    language.focus()
    await userEvent.selectOptions(language, 'Deutsch')
    const sprache = await canvas.findByRole('combobox', { name: 'Sprache' })
    await waitFor(() => expect(sprache).toHaveFocus())
  },
}

/** Red when the operator reads that an administrator can invite another address. */
export const OfTheOperator: Story = {
  parameters: { session: 'superAdmin' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/with ADMIN_EMAIL/)).toBeVisible()
  },
}

/** Red when an unchanged name is sent, or the button works without changes. */
export const SavesTheName: Story = {
  play: async ({ canvas }) => {
    const first = await canvas.findByRole('textbox', { name: 'First name' })
    const save = canvas.getByRole('button', { name: 'Save' })
    await expect(save).toBeDisabled()
    await userEvent.clear(first)
    await userEvent.type(first, 'Maren{Enter}')
    await expect(await screen.findByText('Profile saved')).toBeVisible()
    await expect(saved).toHaveBeenCalledWith({ firstName: 'Maren' })
  },
}

/** Red when sections are shown to people they are not for. */
export const OnlyAllowedSections: Story = {
  parameters: { session: 'reader' },
  play: async () => {
    const sections = within(await nav())
    await expect(sections.getByRole('link', { name: 'Organization' })).toBeVisible()
    await expect(sections.queryByRole('link', { name: 'Branding' })).toBeNull()
    await expect(sections.queryByRole('link', { name: 'Sign-in rules' })).toBeNull()
  },
}

export const NoPermission: Story = {
  parameters: { session: 'reader', route: '/settings?tab=rules' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Access Denied')).toBeVisible()
  },
}

export const WithoutATenant: Story = {
  parameters: {
    session: 'superAdmin',
    route: '/settings?tab=branding',
    api: { 'GET /tenants': [] },
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'Choose an organization' })
    ).toBeVisible()
    // Red when a section that needs an organization is offered without one.
    const nav = within(canvas.getByRole('navigation', { name: /sections/i }))
    await expect(nav.queryByRole('link', { name: 'Branding' })).toBeNull()
    await expect(nav.getByRole('link', { name: 'Audit' })).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: { 'GET /settings/profile': { status: 500, body: { message: 'The database is locked.' } } },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The database is locked.')).toBeVisible()
  },
}

/** Red when times use the browser's zone despite another choice. */
export const Appearance: Story = {
  parameters: { route: '/settings?tab=appearance' },
  play: async ({ canvas }) => {
    const zone = await canvas.findByRole('combobox', { name: 'Time zone' })
    await userEvent.clear(zone)
    await userEvent.type(zone, 'Kiritimati')
    await userEvent.click(await screen.findByRole('option', { name: 'Pacific/Kiritimati' }))
    const there = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeZone: 'Pacific/Kiritimati',
    })
    await expect(
      await canvas.findByText(`The current time looks like this: ${there.format(new Date())}`, {
        exact: false,
      })
    ).toBeVisible()
    await userEvent.clear(zone)
    await userEvent.type(zone, 'Same as')
    await userEvent.click(await screen.findByRole('option', { name: /^Same as this browser \(/ }))
    await userEvent.click(canvas.getByRole('radio', { name: 'Dark' }))
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
    await userEvent.click(canvas.getByRole('radio', { name: 'Same as the system' }))
    await expect(canvas.getByRole('radio', { name: 'Same as the system' })).toBeChecked()
  },
}

export const Organization: Story = {
  parameters: { route: '/settings?tab=organization' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('files.harbor.example')).toBeVisible()
    await expect(canvas.getByText(/^harbor\./)).toBeVisible()
    await expect(canvas.queryByText(/^Not verified/)).toBeNull()
  },
}

/** Red when an unverified domain is shown as the organization's own. */
export const UnverifiedDomain: Story = {
  parameters: {
    route: '/settings?tab=organization',
    api: {
      'GET /tenant/branding': {
        customDomain: 'files.harbor.example',
        domain: { status: 'claimed', endsAt: null },
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('files.harbor.example', { exact: false })).toBeVisible()
    await expect(canvas.getByText(/^Not verified/)).toBeVisible()
  },
}

/** Red when a former address leads to no page. */
export const FormerAddresses: Story = {
  parameters: {
    route: '/single-sign-on',
    api: { 'GET /oauth-configs': [] },
  },
  play: async () => {
    const sections = within(await nav())
    await waitFor(() =>
      expect(sections.getByRole('link', { name: 'Single sign-on' })).toHaveAttribute(
        'aria-current',
        'page'
      )
    )
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    const choice = await canvas.findByRole('combobox', { name: 'Sections of the settings' })
    await userEvent.selectOptions(choice, 'Organization')
    await expect(await canvas.findByText('files.harbor.example')).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const German: Story = {
  parameters: { language: 'de' },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'Profil · Einstellungen' })
    ).toBeVisible()
    await expect(await canvas.findByRole('textbox', { name: 'Vorname' })).toBeVisible()
  },
}
