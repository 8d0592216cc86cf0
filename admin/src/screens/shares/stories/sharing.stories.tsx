import type { CreatedShare, Share } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { FakeLibrary, demoAssets } from '../../assets/stories/fake_library.js'
import { dayAfter } from '../model.js'
import { rule, share } from './fixtures.js'

const create = fn()
const revoke = fn()
const library = new FakeLibrary()
const url = `https://crossdock.example/s/${'k'.repeat(43)}`
let stored: Share[] = []

const meta: Meta = {
  title: 'Screens/Shared Links/Sharing',
  beforeEach: () => {
    create.mockClear()
    revoke.mockClear()
    library.reset(demoAssets())
    stored = []
  },
  parameters: {
    route: '/assets',
    api: {
      ...library.api,
      'GET /shares': () => stored,
      'GET /sharing-rule': rule,
      'POST /assets/:id/shares': ({ params, body }: FakeRequest) => {
        create(params.id, body)
        const { recipients = [] } = body as { recipients?: string[] }
        const made = share('quay-plan.png', { recipients })
        stored = [made, ...stored]
        return { status: 201, body: { ...made, url } satisfies CreatedShare }
      },
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

async function open(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Share...' }))
  return within(await screen.findByRole('dialog', { name: `Share ${name}` }))
}

async function openForm(name: string) {
  const dialog = await open(name)
  await userEvent.click(await dialog.findByRole('button', { name: 'New Link' }))
  return within(await screen.findByRole('dialog', { name: `New link to ${name}` }))
}

/** Red when the form sends what was not entered, or closes without having shown the link. */
export const Creates: Story = {
  play: async () => {
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
    const form = await openForm('quay-plan.png')
    await expect(form.queryByRole('radio')).toBeNull()
    await expect(form.queryByText(/Each download of a file/)).toBeNull()
    const last = form.getByLabelText(/Expires/)
    await expect(last).toHaveValue(dayAfter(30))
    await userEvent.type(form.getByLabelText(/^Password/), 'short')
    await userEvent.type(form.getByRole('textbox', { name: /Download limit/ }), '5')
    await userEvent.type(form.getByRole('textbox', { name: /Mail it to/ }), 'nobody')
    await userEvent.click(form.getByRole('button', { name: 'Create Link' }))
    await expect(await form.findByText('At least 8 characters')).toBeVisible()
    await expect(form.getByText('Check the address nobody')).toBeVisible()
    await userEvent.type(form.getByLabelText(/^Password/), ' and long')
    await userEvent.clear(form.getByRole('textbox', { name: /Mail it to/ }))
    await userEvent.click(form.getByRole('button', { name: 'Create Link' }))
    const made = within(await screen.findByRole('dialog', { name: 'Copy your new link now' }))
    await expect(create).toHaveBeenCalledWith('plan', {
      kind: 'download',
      expiresAt: new Date(`${dayAfter(30)}T23:59:59`).toISOString(),
      password: 'short and long',
      maxDownloads: 5,
      recipients: [],
    })
    await expect(made.getByRole('textbox', { name: 'Link' })).toHaveValue(url)
    await userEvent.click(made.getByRole('button', { name: 'Done' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Go back' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await userEvent.click(await made.findByRole('button', { name: 'Copy Link' }))
    await expect(write).toHaveBeenCalledWith(url)
    await userEvent.click(made.getByRole('button', { name: 'Done' }))
    const list = within(await screen.findByRole('dialog', { name: 'Share quay-plan.png' }))
    await expect(await list.findByRole('list', { name: 'Links of quay-plan.png' })).toBeVisible()
  },
}

export const AsksForFiles: Story = {
  tags: ['long'],
  play: async () => {
    const form = await openForm('Invoices')
    await expect(form.getByText(/Each download of a file/)).toBeVisible()
    await userEvent.click(form.getByRole('radio', { name: /Only upload/ }))
    await expect(form.queryByRole('textbox', { name: /Download limit/ })).toBeNull()
    await userEvent.type(
      form.getByRole('textbox', { name: /Mail it to/ }),
      'a@partner.example, b@partner.example'
    )
    await userEvent.click(form.getByRole('button', { name: 'Create Link' }))
    const made = within(await screen.findByRole('dialog', { name: 'Copy your new link now' }))
    await expect(made.getByText('It was mailed to 2 people.')).toBeVisible()
    await expect(create).toHaveBeenCalledWith(
      'fol_inv',
      expect.objectContaining({
        kind: 'upload',
        recipients: ['a@partner.example', 'b@partner.example'],
      })
    )
    // Somebody has it: nothing is lost.
    await userEvent.click(made.getByRole('button', { name: 'Done' }))
    await screen.findByRole('dialog', { name: 'Share Invoices' })
  },
}

export const RevokesOne: Story = {
  beforeEach: () => {
    stored = [share('For the harbour', { hasPassword: true, maxDownloads: 5, downloads: 2 })]
  },
  play: async () => {
    const dialog = await open('quay-plan.png')
    await expect(await dialog.findByText('For the harbour')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke For the harbour?' }))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(revoke).toHaveBeenCalledWith('shr_For the harbour'))
    await expect(await dialog.findByText('Revoked')).toBeVisible()
  },
}

export const TurnedOff: Story = {
  parameters: { api: { 'GET /sharing-rule': { ...rule, enabled: false } } },
  play: async () => {
    const dialog = await open('quay-plan.png')
    await expect(await dialog.findByText(/Links are turned off/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'New Link' })).toBeDisabled()
  },
}

/** Whoever may not share has no such choice. */
export const WhoOnlyReads: Story = {
  parameters: { session: 'reader' },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for quay-plan.png' }))
    await screen.findByRole('menuitem', { name: 'Download' })
    await expect(screen.queryByRole('menuitem', { name: 'Share...' })).toBeNull()
  },
}
