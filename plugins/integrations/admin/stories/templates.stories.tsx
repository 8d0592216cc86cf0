import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { recordWith } from '../../../../admin/.storybook/play.js'
import { reads, system } from './fixtures.js'
import { templates, wholeTemplate } from './import_fixtures.js'

const sent = fn()

const meta: Meta = {
  title: 'Integrations/Templates',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/templates',
    api: {
      ...reads,
      'GET /contract-templates': ({ query }: FakeRequest) => {
        const search = (query.get('search') ?? '').toLowerCase()
        return templates.filter(({ name }) => name.toLowerCase().includes(search))
      },
      'GET /contract-templates/:id': ({ params }: FakeRequest) => wholeTemplate(params.id!),
      'POST /contract-templates/:id/apply': ({ params, body }: FakeRequest) => {
        sent('apply', params.id, body)
        return { status: 201, body: system({ id: 'sys_zeta', name: 'Orders' }) }
      },
      'PUT /contract-templates/:id': ({ params, body }: FakeRequest) => {
        sent('edit', params.id, body)
        return wholeTemplate(params.id!)
      },
      'DELETE /contract-templates/:id': recordWith(sent)('delete', 204),
    },
  },
}
export default meta
type Story = StoryObj

export const Filled: Story = {
  play: async ({ canvas }) => {
    const own = within(await canvas.findByRole('region', { name: 'From your organization' }))
    await expect(own.getByText('Version 1.2')).toBeVisible()
    const all = within(canvas.getByRole('region', { name: 'For everyone' }))
    // Shipped templates cannot be deleted.
    await expect(all.queryByRole('button', { name: /Actions for/ })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: /^Shipping/ }))
    await expect(canvas.queryByText('Generic REST')).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Preview of Warehouse node' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Warehouse node' }))
    await expect(await dialog.findByText('List records')).toBeVisible()
  },
}

/** Red when another template than the selected one is used, or the entered address is not. */
export const UseDark: Story = {
  globals: { theme: 'dark' },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Use Template: Generic REST' }))
    await userEvent.type(await screen.findByLabelText(/Base URL/), 'https://orders.example')
    const dialog = within(screen.getByRole('dialog', { name: 'Use Generic REST' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Create System' }))
    await waitFor(() => expect(sent).toHaveBeenCalled())
    await expect(sent.mock.calls[0]).toEqual([
      'apply',
      't_rest',
      expect.objectContaining({ name: 'Generic REST', baseUrl: 'https://orders.example' }),
    ])
  },
}

const openOwn = async (item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Warehouse node' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

/** Red when an untouched contract is sent: it would create another version. */
export const Edit: Story = {
  play: async () => {
    await openOwn('Edit Template')
    // The form replaces a dialog that waits for the contract.
    await userEvent.click(await screen.findByRole('switch', { name: /Active/ }))
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Warehouse node' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Update Template' }))
    await waitFor(() => expect(sent).toHaveBeenCalled())
    const [, id, body] = sent.mock.calls[0]!
    await expect(id).toBe('t_own')
    await expect(body).toMatchObject({ name: 'Warehouse node', isActive: false })
    await expect(body).not.toHaveProperty('contractDefinition')
  },
}

export const EditContractDark: Story = {
  globals: { theme: 'dark' },
  play: async () => {
    await openOwn('Edit Template')
    const contract = await screen.findByLabelText(/Contract/)
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Warehouse node' }))
    await userEvent.clear(contract)
    await userEvent.type(contract, '{{"endpoints": [[')
    await userEvent.click(dialog.getByRole('button', { name: 'Update Template' }))
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.type(contract, ']}')
    await userEvent.click(dialog.getByRole('button', { name: 'Update Template' }))
    await waitFor(() => expect(sent).toHaveBeenCalled())
    await expect(sent.mock.calls[0]![2]).toMatchObject({ contractDefinition: { endpoints: [] } })
  },
}

export const NoMatch: Story = {
  parameters: { api: { 'GET /contract-templates': [] } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No templates match your search')).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: { api: { 'GET /contract-templates': { status: 503 } } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
