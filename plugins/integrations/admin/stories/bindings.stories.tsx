import type { FolderBinding } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { chooseAction, recordWith } from '../../../../admin/.storybook/play.js'
import { sample } from '../../../../admin/.storybook/sample.js'
import { sessions } from '../../../../admin/.storybook/sessions.js'
import { reads, system } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)
const folder = (id: string, name: string) => sample('Asset', { id, name, type: 'folder' })

const binding = (part: Partial<FolderBinding> & Pick<FolderBinding, 'id'>): FolderBinding =>
  sample('FolderBinding', {
    systemId: 'sys_zeta',
    systemName: 'Zeta WMS',
    assetId: 'fol_inv',
    assetPath: '/Invoices/2026',
    permissions: ['read'],
    visibilityRules: {},
    transformationConfig: {},
    isActive: true,
    ...part,
  })

const bindings = [
  binding({
    id: 'bin_inv',
    visibilityRules: { include: ['*.pdf'], exclude: ['draft-*'], maxSize: 1_048_576 },
    transformationConfig: { fileMetadata: { title: 'name' } },
  }),
  binding({ id: 'bin_cus', assetId: 'fol_cus', assetPath: '/Customs', isActive: false }),
]

const meta: Meta = {
  title: 'Integrations/Folder bindings',
  beforeEach: () => void sent.mockClear(),
  parameters: {
    route: '/integrations/systems/sys_zeta',
    api: {
      ...reads,
      'GET /folder-bindings': bindings,
      'GET /folder-bindings/:id': ({ params }: FakeRequest) =>
        bindings.find(({ id }) => id === params.id),
      'POST /folder-bindings': record('create', 201),
      'PUT /folder-bindings/:id': record('update'),
      'DELETE /folder-bindings/:id': record('delete', 204),
      'GET /assets': ({ query }: FakeRequest) =>
        query.get('filter')?.includes('fol_inv')
          ? [folder('fol_26', '2026')]
          : [folder('fol_inv', 'Invoices'), folder('fol_cus', 'Customs')],
    },
  },
}
export default meta
type Story = StoryObj

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Folders Zeta WMS is bound to' }))

export const Filled: Story = {
  play: async () => {
    const [first, second] = (await rows()).getAllByRole('listitem')
    await expect(first).toHaveTextContent('/Invoices/2026')
    await expect(first).toHaveTextContent('Only *.pdf · Not draft-* · Up to 1 MB')
    await expect(second).toHaveTextContent('All files')
    await expect(within(second!).getByText('Inactive')).toBeVisible()
  },
}

export const DarkOnAPhone: Story = {
  globals: { theme: 'dark', viewport: { value: 'mobile1' } },
  play: async () => {
    await rows()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const BoundToNothing: Story = {
  parameters: { api: { 'GET /folder-bindings': [] } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Works with all files')).toBeVisible()
  },
}

/** Red when a system whose folders were permanently deleted looks like one that was never bound. */
export const FoldersGone: Story = {
  parameters: {
    api: {
      'GET /folder-bindings': [],
      'GET /integrations/systems/:id': system({ id: 'sys_zeta', name: 'Zeta WMS', isBound: true }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Gets no files')).toBeVisible()
    await expect(canvas.queryByText('Works with all files')).toBeNull()
  },
}

export const Failed: Story = {
  parameters: {
    api: { 'GET /folder-bindings': () => ({ status: 500, body: { message: 'No connection.' } }) },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No connection.')).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /folder-bindings': 'pending' } },
}

/** People without write access can only view bindings. */
export const ReadOnly: Story = {
  parameters: {
    api: { 'GET /auth/me': { ...sessions.member, permissions: ['integrations.read'] } },
  },
  play: async () => {
    await rows()
    await expect(screen.queryByRole('button', { name: 'Bind to a folder' })).toBeNull()
    await expect(screen.queryByRole('button', { name: 'Actions for /Customs' })).toBeNull()
  },
}

export const InGerman: Story = {
  parameters: { language: 'de' },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'An Ordner binden' }))
    const form = within(await screen.findByRole('dialog', { name: 'An einen Ordner binden' }))
    await expect(form.getByText(/Zeta WMS bekommt Dateien des Ordners/)).toBeVisible()
  },
}

export const Binds: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Bind to a folder' }))
    const form = within(await screen.findByRole('dialog', { name: 'Bind to a folder' }))
    const submit = () => userEvent.click(form.getByRole('button', { name: 'Bind' }))
    await submit()
    await expect(await form.findByText('Choose a folder')).toBeInTheDocument()
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.click(form.getByRole('button', { name: 'Choose a folder...' }))
    const tree = within(await screen.findByRole('dialog', { name: 'Choose a folder' }))
    await userEvent.click(await tree.findByRole('button', { name: 'Invoices' }))
    await userEvent.click(await tree.findByRole('button', { name: '2026' }))
    await userEvent.click(tree.getByRole('button', { name: 'Choose this folder' }))
    await waitFor(() =>
      expect(form.getByRole('textbox', { name: /^Folder/ })).toHaveValue('/Invoices/2026')
    )
    await userEvent.type(form.getByRole('combobox', { name: /^Only these names/ }), '*.pdf{Enter}')
    await userEvent.type(form.getByRole('spinbutton', { name: /^Largest file/ }), '1000')
    await submit()
    await expect(await screen.findByText('Bound to the folder')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('create', undefined, {
      systemId: 'sys_zeta',
      assetId: 'fol_26',
      permissions: ['read'],
      visibilityRules: { include: ['*.pdf'], maxSize: 1000 },
      transformationConfig: {},
      isActive: true,
    })
  },
}

export const EditKeepsTheRest: Story = {
  play: async () => {
    await chooseAction('/Invoices/2026', 'Edit')
    const form = within(await screen.findByRole('dialog', { name: 'Edit folder binding' }))
    await userEvent.click(form.getByRole('checkbox', { name: 'Write' }))
    await userEvent.click(form.getByRole('button', { name: 'Update binding' }))
    await expect(await screen.findByText('Folder binding updated')).toBeVisible()
    const { visibilityRules, transformationConfig } = bindings[0]!
    await expect(sent).toHaveBeenCalledWith(
      'update',
      'bin_inv',
      expect.objectContaining({
        permissions: ['read', 'write'],
        visibilityRules,
        transformationConfig,
      })
    )
  },
}

export const ServerRefusesAPattern: Story = {
  parameters: {
    api: {
      'PUT /folder-bindings/:id': () => ({
        status: 422,
        body: {
          message: 'Check the marked fields.',
          errors: [{ field: 'visibilityRules.exclude.0', rule: 'maxLength', message: 'Too long.' }],
        },
      }),
    },
  },
  play: async () => {
    await chooseAction('/Invoices/2026', 'Edit')
    const form = within(await screen.findByRole('dialog', { name: 'Edit folder binding' }))
    await userEvent.click(form.getByRole('button', { name: 'Update binding' }))
    await expect(await form.findByText('Too long.')).toBeInTheDocument()
  },
}

export const Deactivates: Story = {
  play: async () => {
    await chooseAction('/Invoices/2026', 'Deactivate')
    await waitFor(() => expect(sent).toHaveBeenCalledWith('update', 'bin_inv', { isActive: false }))
  },
}

/** Red when deleting the last binding does not say which files the system gets then. */
export const DeletesTheLast: Story = {
  parameters: { api: { 'GET /folder-bindings': bindings.slice(0, 1) } },
  play: async () => {
    await chooseAction('/Invoices/2026', 'Delete binding')
    const question = within(await screen.findByRole('alertdialog'))
    await expect(question.getByText(/It is the last one: Zeta WMS works with all/)).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Delete binding' }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith('delete', 'bin_inv', expect.anything()))
  },
}
