import type { CreatedShare, Share, SharingRule } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { FakeLibrary, demoAssets } from '../../assets/stories/fake_library.js'
import { allUsers, roles } from '../../users/stories/fixtures.js'
import { dayAfter } from '../model.js'
import { rule, share } from './fixtures.js'

const create = fn()
const revoke = fn()
const library = new FakeLibrary()
const url = `https://crossdock.example/s/${'k'.repeat(43)}`
let stored: Share[] = []
let decided: SharingRule = rule
let everyone = 'write'

const meta: Meta = {
  title: 'Screens/Shared Links/Sharing',
  beforeEach: () => {
    create.mockClear()
    revoke.mockClear()
    library.reset(demoAssets())
    stored = []
    decided = rule
    everyone = 'write'
  },
  parameters: {
    route: '/assets',
    api: {
      ...library.api,
      'GET /shares': () => stored,
      'GET /sharing-rule': () => decided,
      'GET /users': () => allUsers,
      'GET /roles': roles,
      'GET /assets/:id/permissions': () => ({ everyone, mine: 'write', grants: [], inherited: [] }),
      'PUT /assets/:id/permissions': ({ body }: FakeRequest) => {
        everyone = (body as { everyone: string }).everyone
        return { everyone, mine: 'write', grants: [], inherited: [] }
      },
      'POST /assets/:id/shares': ({ params, body }: FakeRequest) => {
        create(params.id, body)
        const { recipients = [], kind = 'download' } = body as Partial<Share>
        const made = share(`Link ${stored.length + 1}`, {
          recipients,
          kind,
          assetId: params.id!,
          canCopy: !decided.shownOnce,
        })
        stored = [made, ...stored]
        return { status: 201, body: { ...made, url } satisfies CreatedShare }
      },
      'POST /shares/:id/link': { url },
      'DELETE /shares/:id': ({ params }: FakeRequest) => {
        revoke(params.id)
        stored = stored.map((one) => ({ ...one, status: 'revoked' }))
        return { status: 204 }
      },
    },
  },
}
export default meta
type Story = StoryObj

const clipboard = () => spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)

const popover = async (name: string) =>
  within(await screen.findByRole('dialog', { name: `Share "${name}"` }))

async function open(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Share ${name}` }))
  return popover(name)
}

const anyone = (dialog: ReturnType<typeof within>) =>
  dialog.findByRole('switch', { name: 'Anyone with the link' })

/** Two clicks to a copied link. Red when the switch does not copy it, or ignores the defaults of the rule. */
export const TwoClicks: Story = {
  play: async () => {
    const write = clipboard()
    const dialog = await open('quay-plan.png')
    const toggle = await anyone(dialog)
    await waitFor(() => expect(toggle).toBeEnabled())
    await userEvent.click(toggle)
    await waitFor(() => expect(write).toHaveBeenCalledWith(url))
    await expect(create).toHaveBeenCalledWith('plan', { kind: 'download' })
    await expect(await dialog.findByRole('textbox', { name: 'Link' })).toHaveValue(url)
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    await expect(dialog.getByText(/Can view, until/)).toBeVisible()
    // For keyboard users, the focus stays on the switch.
    await expect(toggle).toHaveFocus()
  },
}

export const TwoClicksDark: Story = { ...TwoClicks, globals: { theme: 'dark' } }

/** Red when an existing link is created again, or its switch does not revoke it. */
export const CopiedAgainAndTurnedOff: Story = {
  beforeEach: () => {
    stored = [share('For the harbour', { hasPassword: true })]
  },
  play: async () => {
    const write = clipboard()
    const dialog = await open('quay-plan.png')
    await userEvent.click(await dialog.findByRole('button', { name: 'Copy link' }))
    await waitFor(() => expect(write).toHaveBeenCalledWith(url))
    await expect(create).not.toHaveBeenCalled()
    await expect(dialog.getByText(/Can view, until .* · With a password/)).toBeVisible()
    await userEvent.click(await anyone(dialog))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(revoke).toHaveBeenCalledWith('shr_For the harbour'))
    await waitFor(async () => expect(await anyone(dialog)).not.toBeChecked())
  },
}

/** Red when the options seem to belong to the link that exists: a password would then be expected on it. */
export const AnotherLink: Story = {
  beforeEach: () => {
    stored = [share('For the harbour')]
  },
  play: async () => {
    const dialog = await open('quay-plan.png')
    await userEvent.click(await dialog.findByRole('button', { name: 'Create another link' }))
    await expect(await dialog.findByText(/The link above stays as it is/)).toBeVisible()
    await expect(dialog.queryByRole('button', { name: 'Options' })).toBeNull()
  },
}

/** Red when the form sends values that were not entered. */
export const Options: Story = {
  play: async () => {
    const write = clipboard()
    const dialog = await open('quay-plan.png')
    await userEvent.click(await dialog.findByRole('button', { name: 'Options' }))
    await expect(await dialog.findByLabelText(/Expires/)).toHaveValue(dayAfter(30))
    await userEvent.type(dialog.getByLabelText(/^Password/), 'short')
    await userEvent.type(dialog.getByRole('textbox', { name: /Download limit/ }), '5')
    await userEvent.type(dialog.getByRole('textbox', { name: /Email it to/ }), 'notmail')
    const submit = dialog.getByRole('button', { name: 'Create link and copy it' })
    await userEvent.click(submit)
    await expect(await dialog.findByText('At least 8 characters')).toBeVisible()
    await expect(dialog.getByText('Check the address notmail')).toBeVisible()
    await userEvent.type(dialog.getByLabelText(/^Password/), ' and long')
    await userEvent.clear(dialog.getByRole('textbox', { name: /Email it to/ }))
    await userEvent.click(submit)
    await waitFor(() => expect(write).toHaveBeenCalledWith(url))
    await expect(create).toHaveBeenCalledWith('plan', {
      kind: 'download',
      expiresAt: new Date(`${dayAfter(30)}T23:59:59`).toISOString(),
      password: 'short and long',
      maxDownloads: 5,
      recipients: [],
    })
  },
}

export const AsksForFiles: Story = {
  tags: ['long'],
  play: async () => {
    clipboard()
    const dialog = await open('Invoices')
    await userEvent.click(await dialog.findByRole('button', { name: 'Options' }))
    await userEvent.click(await dialog.findByRole('radio', { name: /Only upload/ }))
    await expect(dialog.queryByRole('textbox', { name: /Download limit/ })).toBeNull()
    await userEvent.type(
      dialog.getByRole('textbox', { name: /Email it to/ }),
      'a@partner.example, b@partner.example'
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Create link and copy it' }))
    await expect(await dialog.findByText('Emailed to 2 people')).toBeVisible()
    await expect(create).toHaveBeenCalledWith(
      'fol_inv',
      expect.objectContaining({
        kind: 'upload',
        recipients: ['a@partner.example', 'b@partner.example'],
      })
    )
  },
}

/** Where links are shown once, a click does not lose one that was not copied. */
export const ShownOnce: Story = {
  beforeEach: () => {
    decided = { ...rule, shownOnce: true }
  },
  play: async () => {
    const write = spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    const dialog = await open('quay-plan.png')
    const toggle = await anyone(dialog)
    await waitFor(() => expect(toggle).toBeEnabled())
    await userEvent.click(toggle)
    await expect(await dialog.findByText(/It is shown only once/)).toBeVisible()
    await expect(dialog.getByText(/does not let this page copy/)).toBeVisible()
    // The keys that the text names copy the link.
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Go back' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    write.mockResolvedValue(undefined)
    await userEvent.click(await dialog.findByRole('button', { name: 'Copy link' }))
    await expect(await dialog.findByRole('button', { name: 'Copied' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

/** Red when a restricted folder has no lock, or is shared without a warning. */
export const Restricted: Story = {
  parameters: { axe: true },
  beforeEach: () => {
    everyone = 'none'
    library.reset(
      demoAssets().map((one) => (one.id === 'fol_inv' ? { ...one, access: 'restricted' } : one))
    )
  },
  play: async ({ canvas }) => {
    await canvas.findAllByRole('img', { name: /^Restricted/ })
    const dialog = await open('Invoices')
    await expect(await dialog.findByText(/opens it to people without access/)).toBeVisible()
  },
}

/** Red when the warning of a folder that was restricted here appears only after the next opening. */
export const RestrictedHere: Story = {
  play: async () => {
    const dialog = await open('Invoices')
    await userEvent.click(await dialog.findByRole('combobox', { name: /Everyone else/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'No access' }))
    await expect(await dialog.findByText(/opens it to people without access/)).toBeVisible()
  },
}

/** Red when several assets cannot be shared together, or not with the keyboard. */
export const Several: Story = {
  play: async ({ canvas }) => {
    const write = clipboard()
    await canvas.findByText('quay-plan.png')
    for (const name of ['quay-plan.png', 'carrier-rates.csv']) {
      const row = canvas.getByText(name).closest('[data-record]') as HTMLElement
      await userEvent.click(within(row).getByRole('checkbox'))
    }
    await userEvent.keyboard('{Control>}{Shift>}L{/Shift}{/Control}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Share 2 items' }))
    await userEvent.click(
      await dialog.findByRole('button', { name: 'Create 2 links and copy them' })
    )
    await waitFor(() => expect(write).toHaveBeenCalledTimes(1))
    await expect(create).toHaveBeenCalledTimes(2)
    await expect(await dialog.findByRole('button', { name: 'Copied' })).toBeVisible()
  },
}

export const TurnedOff: Story = {
  parameters: { api: { 'GET /sharing-rule': { ...rule, enabled: false } } },
  play: async () => {
    const dialog = await open('quay-plan.png')
    await expect(await dialog.findByText(/Links are turned off/)).toBeVisible()
    await expect(dialog.queryByRole('switch')).toBeNull()
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for quay-plan.png' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Share...' }))
    const dialog = await popover('quay-plan.png')
    await anyone(dialog)
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

/** People who may not share have no share action. */
export const WhoOnlyReads: Story = {
  parameters: { session: 'reader' },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for quay-plan.png' }))
    await screen.findByRole('menuitem', { name: 'Download' })
    await expect(screen.queryByRole('menuitem', { name: 'Share...' })).toBeNull()
    await expect(screen.queryByRole('button', { name: 'Share quay-plan.png' })).toBeNull()
  },
}
