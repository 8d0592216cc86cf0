import type { EnvironmentVariable } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { chooseAction } from '../../../../admin/.storybook/play.js'
import { environments, variable, variables } from './variables_fixtures.js'

const create = fn()
const change = fn()
const remove = fn()
let stored: EnvironmentVariable[] = []

const meta: Meta = {
  title: 'Integrations/Variables',
  beforeEach: () => {
    create.mockClear()
    change.mockClear()
    remove.mockClear()
    stored = variables
  },
  parameters: {
    route: '/integrations/variables',
    api: {
      'GET /tenant/environments': environments,
      'GET /environments/:id/variables': ({ query }: FakeRequest) => {
        const { search = '' } = JSON.parse(query.get('filter') ?? '{}') as { search?: string }
        return stored.filter(({ name }) => name.includes(search.toUpperCase()))
      },
      'GET /environments/:id/variables/:variableId': ({ params }: FakeRequest) =>
        stored.find(({ id }) => id === params.variableId) ?? { status: 404 },
      'POST /environments/:id/variables': ({ body }: FakeRequest) => {
        create(body)
        const made = variable((body as EnvironmentVariable).name, body as object)
        stored = [...stored, made]
        return { status: 201, body: made }
      },
      'PUT /environments/:id/variables/:variableId': ({ params, body }: FakeRequest) => {
        change(body)
        const before = stored.find(({ id }) => id === params.variableId)!
        const after = { ...before, ...(body as object) }
        stored = stored.map((one) => (one === before ? after : one))
        return after
      },
      'DELETE /environments/:id/variables/:variableId': ({ params }: FakeRequest) => {
        remove(params.variableId)
        stored = stored.filter(({ id }) => id !== params.variableId)
        return { status: 204 }
      },
    },
  },
}
export default meta
type Story = StoryObj

const rowOf = async (name: string) =>
  within((await screen.findByText(name, { selector: 'span' })).closest('tr') as HTMLElement)

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Variables' })).toBeVisible()
    await expect(canvas.getByText(/Named values and secrets of Production/)).toBeVisible()
    const host = await rowOf('ERP_HOST')
    await expect(host.getByText('erp.harbour.example')).toBeVisible()
    await expect(host.getByRole('link', { name: 'Harbour ERP' })).toHaveAttribute(
      'href',
      expect.stringContaining('/integrations/systems/sys_1')
    )
    await expect(host.getByText(/and 2 more/)).toBeVisible()
    await expect((await rowOf('ERP_KEY')).getByText('Secret')).toBeVisible()
    await expect((await rowOf('NOTHING')).getByText('Empty')).toBeVisible()
    await expect((await rowOf('GREETING')).getByText('Nothing yet')).toBeVisible()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

export const German: Story = {
  parameters: { language: 'de' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Variablen' })).toBeVisible()
    await expect(await canvas.findByText('Geheimnis')).toBeVisible()
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('ERP_HOST')).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Empty: Story = {
  beforeEach: () => {
    stored = []
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No variables yet')).toBeVisible()
    await expect(canvas.getByText(/https:\/\/\{variables\.PARTNER_HOST\}\/v1/)).toBeVisible()
    await expect(canvas.getAllByRole('button', { name: 'Add Variable' })[0]).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /environments/:id/variables': 'pending' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('status', { name: 'Loading' })).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: {
      'GET /environments/:id/variables': {
        status: 500,
        body: { message: 'The database is locked.' },
      },
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('The database is locked.')).toBeVisible()
  },
}

/** People with read access see no button for what they may not do. */
export const Looking: Story = {
  parameters: { session: 'onlooker' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('ERP_HOST')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Add Variable' })).toBeNull()
    await expect(canvas.queryByRole('button', { name: 'Actions for ERP_HOST' })).toBeNull()
  },
}

export const Copies: Story = {
  play: async ({ canvas }) => {
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
    const name = 'Copy {variables.ERP_HOST}'
    await userEvent.click(await canvas.findByRole('button', { name }))
    await expect(write).toHaveBeenCalledWith('{variables.ERP_HOST}')
    await expect(await screen.findByText('Copied {variables.ERP_HOST}')).toBeVisible()
  },
}

const open = async (button: string, dialog: string) => {
  await userEvent.click((await screen.findAllByRole('button', { name: button }))[0]!)
  return within(await screen.findByRole('dialog', { name: dialog }))
}

/** By keyboard only. Red when a name is sent as typed. */
export const Adds: Story = {
  play: async () => {
    const form = await open('Add Variable', 'Add Variable')
    await waitFor(() => expect(form.getByLabelText(/^Name/)).toHaveFocus())
    await userEvent.keyboard('partner-key')
    await expect(form.getByLabelText(/^Name/)).toHaveValue('PARTNER_KEY')
    await userEvent.tab()
    await userEvent.keyboard('k3y')
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await userEvent.click(form.getByRole('button', { name: 'Add Variable' }))
    await waitFor(() =>
      expect(create).toHaveBeenCalledWith({
        name: 'PARTNER_KEY',
        value: 'k3y',
        isSecret: true,
        description: null,
      })
    )
    await expect(await screen.findByText('PARTNER_KEY added')).toBeVisible()
  },
}

export const AddsWrongly: Story = {
  play: async () => {
    const form = await open('Add Variable', 'Add Variable')
    await userEvent.type(form.getByLabelText(/^Name/), '1st')
    await userEvent.click(form.getByRole('button', { name: 'Add Variable' }))
    await expect(await form.findByText(/Begin with a letter/)).toBeVisible()
    await expect(create).not.toHaveBeenCalled()
  },
}

/** Red when the empty field of a secret is sent as its value. */
export const KeepsSecret: Story = {
  play: async () => {
    await chooseAction('ERP_KEY', 'Edit')
    const form = within(await screen.findByRole('dialog', { name: 'Edit ERP_KEY' }))
    await expect(form.getByLabelText(/^Name/)).toBeDisabled()
    await expect(form.getByRole('switch', { name: /^Secret/ })).toBeDisabled()
    await userEvent.type(form.getByLabelText(/^Description/), 'Of the ERP')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(change).toHaveBeenCalledWith({ isSecret: true, description: 'Of the ERP' })
    )
  },
}

export const RefusedCircle: Story = {
  parameters: {
    api: {
      'PUT /environments/:id/variables/:variableId': {
        status: 422,
        body: {
          message: 'The variable GREETING refers to itself.',
          errors: [
            { field: 'value', rule: 'refers', message: 'The variable GREETING refers to itself.' },
          ],
        },
      },
    },
  },
  play: async () => {
    await chooseAction('GREETING', 'Edit')
    const form = within(await screen.findByRole('dialog', { name: 'Edit GREETING' }))
    await userEvent.type(form.getByLabelText(/^Value/), '!')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await expect(await form.findByText('The variable GREETING refers to itself.')).toBeVisible()
  },
}

export const Deletes: Story = {
  play: async () => {
    await chooseAction('NOTHING', 'Delete')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete NOTHING?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete variable' }))
    await waitFor(() => expect(remove).toHaveBeenCalledWith('var_NOTHING'))
    await expect(await screen.findByText('NOTHING deleted')).toBeVisible()
  },
}

/** Red when a used variable can be deleted, or its uses are not named. */
export const InUse: Story = {
  play: async () => {
    await chooseAction('ERP_HOST', 'Delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'ERP_HOST is in use' }))
    await expect(dialog.getByRole('link', { name: 'Invoice intake' })).toBeVisible()
    await expect(dialog.getByText(/Create order/)).toBeVisible()
    await expect(dialog.getByText('and 1 more')).toBeVisible()
    await expect(dialog.queryByRole('button', { name: 'Delete variable' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

export const InUseDarkPhone: Story = {
  globals: { theme: 'dark', viewport: { value: 'mobile1' } },
  play: InUse.play,
}
