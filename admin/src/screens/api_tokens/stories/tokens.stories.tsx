import type { ApiToken } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../.storybook/fake_api.js'
import { chooseAction } from '../../../../.storybook/play.js'
import { environments, permissions, token, tokens } from './fixtures.js'

const secret = `cdk_${'k'.repeat(43)}`
const create = fn()
const revoke = fn()
let stored: ApiToken[] = []
let children: ApiToken[] = []

function list({ query }: FakeRequest): ApiToken[] {
  const filter = JSON.parse(query.get('filter') ?? '{}') as { ancestorId?: string; search?: string }
  if (filter.ancestorId) return children
  return stored.filter(({ name, prefix }) =>
    [name, prefix].some((one) => one.includes(filter.search ?? ''))
  )
}

const meta: Meta = {
  title: 'Screens/API Tokens',
  beforeEach: () => {
    create.mockClear()
    revoke.mockClear()
    stored = tokens
    children = []
  },
  parameters: {
    route: '/api-tokens',
    api: {
      'GET /api-tokens': list,
      'GET /permissions': permissions,
      'GET /tenant/environments': environments,
      'POST /api-tokens': ({ body }: FakeRequest) => {
        create(body)
        const made = token((body as ApiToken).name)
        stored = [made, ...stored]
        return { status: 201, body: { ...made, token: secret } }
      },
      'DELETE /api-tokens/:id': ({ params }: FakeRequest) => {
        revoke(params.id)
        stored = stored.map((one) =>
          one.id === params.id ? { ...one, isActive: false, status: 'revoked' as const } : one
        )
        return { status: 204 }
      },
    },
  },
}
export default meta
type Story = StoryObj

const rowOf = async (name: string) =>
  within((await screen.findByText(name)).closest('tr') as HTMLElement)

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'API Tokens' })).toBeVisible()
    const sync = await rowOf('warehouse sync')
    await expect(sync.getByText('cdk_Ab3dE9…')).toBeVisible()
    await expect(sync.getByText('assets.read, assets.write and 2 more')).toBeVisible()
    await expect(sync.getByText('5 minutes ago')).toBeVisible()
    await expect(sync.getByText('from 203.0.113.24')).toBeVisible()
    await expect(sync.getByText('Mara Lindqvist')).toBeVisible()
    const printer = await rowOf('label printer')
    await expect(printer.getByText('Everything its owner can do')).toBeVisible()
    await expect((await rowOf('customs desk')).getAllByText('Never')).toHaveLength(1)
    await expect((await rowOf('old scanner')).getByText('Expired')).toBeVisible()
    const lost = await rowOf('lost laptop')
    await expect(lost.getByText('Revoked')).toBeVisible()
    await expect(lost.queryByRole('button')).toBeNull()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

export const German: Story = {
  parameters: { language: 'de' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Zugriffstoken' })).toBeVisible()
    await expect(await canvas.findByText('von 203.0.113.24')).toBeVisible()
  },
}

/** A person who sees only their own tokens has no owner column. */
export const Own: Story = {
  parameters: { session: 'viewer' },
  beforeEach: () => {
    stored = tokens.slice(0, 2).map((one) => ({ ...one, owner: null }))
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('warehouse sync')).toBeVisible()
    await expect(canvas.queryByText('Owner')).toBeNull()
    await expect(canvas.getByRole('button', { name: 'Actions for warehouse sync' })).toBeVisible()
  },
}

export const Empty: Story = {
  beforeEach: () => {
    stored = []
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No API tokens yet')).toBeVisible()
    await expect(canvas.getByText(/curl --header "Authorization: Bearer \$CROSSDOCK/)).toBeVisible()
    await expect(canvas.getAllByRole('button', { name: 'Create Token' })[0]).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /api-tokens': 'pending' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('status', { name: 'Loading' })).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: { 'GET /api-tokens': { status: 500, body: { message: 'The database is locked.' } } },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The database is locked.')).toBeVisible()
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('warehouse sync')).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

async function open() {
  await userEvent.click((await screen.findAllByRole('button', { name: 'Create Token' }))[0]!)
  return within(await screen.findByRole('dialog', { name: 'Create API Token' }))
}
const submit = (form: ReturnType<typeof within>) =>
  userEvent.click(form.getByRole('button', { name: 'Create Token' }))
const pick = async (form: ReturnType<typeof within>, field: RegExp, option: string) => {
  await userEvent.click(form.getByRole('combobox', { name: field }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
}

/** Red when the dialog sends other values than chosen, or closes without showing the secret. */
export const Creates: Story = {
  play: async ({ canvas }) => {
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
    await canvas.findByText('warehouse sync')
    const form = await open()
    await userEvent.type(form.getByRole('textbox', { name: /Name/ }), 'gate camera')
    await expect(await form.findByText('See files and folders')).toBeVisible()
    // Red when a group shows the identifier of its domain.
    await expect(form.getByRole('group', { name: 'Workflows' })).toBeVisible()
    await userEvent.type(form.getByRole('searchbox', { name: 'Search permissions' }), 'start')
    await waitFor(() => expect(form.queryByText('assets.read')).toBeNull())
    await userEvent.click(form.getByRole('checkbox', { name: /flows\.run/ }))
    await userEvent.clear(form.getByRole('searchbox', { name: 'Search permissions' }))
    await userEvent.click(await form.findByRole('checkbox', { name: /assets\.read/ }))
    await expect(form.getByText(/^2 of \d+ selected$/)).toBeVisible()
    await expect(form.getByRole('combobox', { name: /Environment/ })).toHaveTextContent('Any')
    await pick(form, /Environment/, 'Production')
    await submit(form)

    const shown = within(await screen.findByRole('dialog', { name: 'Copy your new token now' }))
    await expect(shown.getByRole('textbox', { name: 'API token' })).toHaveValue(secret)
    // The example works as it is.
    await expect(shown.getByText(new RegExp(`Bearer ${secret}`))).toBeVisible()
    const body = create.mock.calls[0]?.[0] as { expiresAt: string }
    await expect(body).toEqual({
      name: 'gate camera',
      scopes: ['flows.run', 'assets.read'],
      expiresAt: expect.any(String) as string,
      environment: 'env_1',
    })
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000
    await expect(Math.round(days)).toBe(90)

    await userEvent.click(shown.getByRole('button', { name: 'Copy' }))
    await expect(await shown.findByRole('button', { name: 'Copied' })).toBeVisible()
    await expect(write).toHaveBeenCalledWith(secret)
    await userEvent.click(shown.getByRole('button', { name: 'Copy command' }))
    await expect(write).toHaveBeenCalledWith(expect.stringMatching(/^curl .*Bearer /))
    await userEvent.click(shown.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(await canvas.findByText('gate camera')).toBeVisible()
    await expect(document.body.textContent).not.toContain(secret)
  },
}

/** Red when useCopy reports success after the browser has refused, or the dialog does not ask. */
export const AsksBeforeClosingUncopied: Story = {
  play: async () => {
    spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
    const form = await open()
    await userEvent.type(form.getByRole('textbox', { name: /Name/ }), 'gate camera')
    await userEvent.click(form.getByRole('radio', { name: /Full access/ }))
    await submit(form)
    const title = 'Copy your new token now'
    const shown = within(await screen.findByRole('dialog', { name: title }))
    await userEvent.click(shown.getByRole('button', { name: 'Copy' }))
    await expect(await shown.findByText(/The text is selected/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await screen.findByRole('alertdialog', { name: 'Close without copying?' })
    await userEvent.click(screen.getByRole('button', { name: 'Go back' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await expect(shown.getByRole('textbox', { name: 'API token' })).toHaveValue(secret)
    await userEvent.click(shown.getByRole('button', { name: 'Done' }))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
    await expect(create.mock.calls[0]?.[0]).toMatchObject({ scopes: [] })
  },
}

/** Red when the secret is shown before the form's address is gone: then the form would ask, and Escape would answer. */
export const AsksEachTime: Story = {
  tags: ['long'],
  play: async () => {
    const title = 'Copy your new token now'
    for (const name of ['gate camera', 'dock lamp']) {
      const form = await open()
      await userEvent.type(form.getByRole('textbox', { name: /Name/ }), name)
      await userEvent.click(form.getByRole('radio', { name: /Full access/ }))
      await submit(form)
      await screen.findByRole('dialog', { name: title })
      await waitFor(() =>
        expect(screen.queryByRole('dialog', { name: 'Create API Token' })).toBeNull()
      )
      await expect(screen.queryByRole('alertdialog')).toBeNull()
      await userEvent.keyboard('{Escape}')
      const question = within(await screen.findByRole('alertdialog'))
      await expect(screen.getByRole('dialog', { name: title, hidden: true })).toBeInTheDocument()
      await userEvent.click(question.getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())
    }
  },
}

/** Red when a common choice takes more than one press. */
export const Presets: Story = {
  play: async () => {
    const form = await open()
    await userEvent.click(await form.findByRole('button', { name: 'Upload files' }))
    await expect(await form.findByRole('checkbox', { name: /assets\.write/ })).toBeChecked()
    await userEvent.click(form.getByRole('button', { name: 'Read only' }))
    await expect(form.getByRole('checkbox', { name: /assets\.read/ })).toBeChecked()
    await expect(form.getByRole('checkbox', { name: /flows\.run/ })).not.toBeChecked()
  },
}

export const Validation: Story = {
  play: async () => {
    const form = await open()
    await userEvent.click(form.getByRole('combobox', { name: /Expires/ }))
    await expect((await screen.findAllByRole('option'))[0]).toHaveTextContent('In 30 days')
    await userEvent.keyboard('{Escape}')
    await pick(form, /Expires/, 'Custom date')
    await submit(form)
    await expect(await form.findByText('Name is required')).toBeVisible()
    const reason = form.getByText('Select at least one permission').getBoundingClientRect()
    // Below the list, which is longer than the screen, the message would be out of sight.
    const search = form.getByRole('searchbox', { name: 'Search permissions' })
    await expect(reason.bottom).toBeLessThanOrEqual(search.getBoundingClientRect().top)
    await expect(form.getByText('Choose today or a later day')).toBeVisible()
    await pick(form, /Expires/, 'Never')
    await expect(form.getByText(/can use it until it is revoked/)).toBeVisible()
    await expect(create).not.toHaveBeenCalled()
  },
}

/** People without access to the list of permissions see the names of their own. */
export const WithoutDescriptions: Story = {
  parameters: { api: { 'GET /permissions': { status: 404, body: { message: 'Not found.' } } } },
  play: async () => {
    const form = await open()
    await expect(await form.findByRole('checkbox', { name: 'assets.read' })).toBeInTheDocument()
    await expect(form.queryByText('See files and folders')).toBeNull()
  },
}

/** Red when the confirmation does not load the dependent tokens, or revokes before the confirmation. */
export const Revokes: Story = {
  beforeEach: () => {
    children = [token('build job'), token('upload job')]
  },
  play: async ({ canvas }) => {
    await chooseAction('warehouse sync', 'Revoke')
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Revoke warehouse sync?' })
    )
    await expect(question.getByText(/Programs that use cdk_Ab3dE9… stop working/)).toBeVisible()
    await expect(question.getByText(/5 minutes ago from 203\.0\.113\.24/)).toBeVisible()
    await expect(await question.findByText('build job')).toBeVisible()
    await expect(question.getByText('upload job')).toBeVisible()
    await expect(revoke).not.toHaveBeenCalled()
    await userEvent.click(question.getByRole('button', { name: 'Revoke Token' }))
    await expect(await screen.findByText('Token revoked')).toBeVisible()
    await expect(revoke).toHaveBeenCalledWith('tok_warehouse sync')
    await waitFor(async () => expect((await rowOf('warehouse sync')).getByText('Revoked')))
    await expect(canvas.queryByRole('button', { name: 'Actions for warehouse sync' })).toBeNull()
  },
}

/** Red when the question shows the last use known to the list, which has been open for a while. */
export const ShowsTheLatestUse: Story = {
  play: async () => {
    await screen.findByText('customs desk')
    stored = stored.map((one) => ({
      ...one,
      lastUsedAt: new Date().toISOString(),
      lastUsedIp: null,
    }))
    await chooseAction('customs desk', 'Revoke')
    const question = within(await screen.findByRole('alertdialog'))
    await expect(await question.findByText(/It was last used just now/)).toBeVisible()
    await expect(question.queryByText(/never been used/)).toBeNull()
  },
}
