import type { Meta, StoryObj } from '@storybook/react-vite'
import {
  FormDialog,
  MASK,
  SchemaFields,
  toConfig,
  toFields,
  type JsonSchema,
} from '@crossdock/admin/kit'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    host: {
      type: 'string',
      title: 'Host',
      description: 'Name or address.',
      examples: ['ftp.quay.example'],
    },
    account: { type: 'string', title: 'Account', maxLength: 1000 },
    note: { type: 'string', title: 'Note', maxLength: 10_000 },
    port: { type: 'integer', title: 'Port', minimum: 1, maximum: 65_535, default: 22 },
    privateKey: { type: 'string', title: 'Private key', writeOnly: true },
    passphrase: { type: 'string', writeOnly: true },
    mode: {
      enum: ['upload', 'download', 'both_ways'],
      title: 'Direction',
      'x-names': { download: 'From the server' },
    },
    subfolder: { type: 'string', title: 'Upload to', 'x-when': { mode: 'upload' } },
    isPassive: { type: 'boolean', title: 'Passive' },
    folders: { type: 'array', items: { type: 'string' }, title: 'Folders' },
    days: { type: 'array', items: { enum: ['monday', 'friday'] }, title: 'Days' },
    folderId: { type: 'string', title: 'Target folder', 'x-resource': 'assets' },
    retry: {
      type: 'object',
      title: 'Retry',
      properties: { attempts: { type: 'integer', title: 'Attempts' } },
    },
    extra: { type: 'object', title: 'Options' },
  },
  required: ['host'],
}

const stored = {
  host: 'old.example',
  privateKey: MASK,
  extra: { keep: true },
  retry: { attempts: 3 },
}
const sent = fn()

const meta: Meta = {
  title: 'Kit/SchemaFields',
  parameters: {
    api: { 'GET /assets': [{ id: 'dir_in', name: 'Inbound', type: 'folder' }] },
  },
  beforeEach: () => {
    sent.mockClear()
  },
  render: () => (
    <FormDialog<{ config: object }>
      open
      title="Connection"
      defaultValues={{ config: toFields(schema, stored) }}
      submitLabel="Save"
      onSubmit={async ({ config }) => sent(toConfig(schema, config, stored))}
      onClose={() => undefined}
    >
      <SchemaFields schema={schema} source="config" stored={stored} />
    </FormDialog>
  ),
}
export default meta
type Story = StoryObj

const form = () => within(screen.getByRole('dialog', { name: 'Connection' }))
const save = () => userEvent.click(form().getByRole('button', { name: 'Save' }))

export const EveryKindOfPart: Story = {
  play: async () => {
    await expect(form().getByLabelText(/^Host/)).toHaveValue('old.example')
    await expect(form().getByLabelText(/^Port/)).toHaveValue(22)
    // Red when Enter adds a line to a single-line field.
    await expect(form().getByLabelText(/^Account/).tagName).toBe('INPUT')
    await expect(form().getByLabelText(/^Note/).tagName).toBe('TEXTAREA')
    await expect(form().getByLabelText(/^Private key/)).toHaveValue('')
    await expect(form().getByText(/A secret is set/)).toBeVisible()
    await expect(form().getByLabelText(/^Passphrase/)).toHaveAttribute('type', 'password')
    await expect(
      within(form().getByRole('group', { name: 'Retry' })).getByLabelText(/^Attempts/)
    ).toHaveValue(3)
    await save()
    // Stored values are sent unchanged: the secret as its mask, empty values not at all.
    await waitFor(() => expect(sent).toHaveBeenCalledOnce())
    await expect(sent.mock.lastCall?.[0]).toEqual({
      host: 'old.example',
      port: 22,
      privateKey: MASK,
      isPassive: false,
      days: [],
      retry: { attempts: 3 },
      extra: { keep: true },
    })
  },
}

/** Red when the form shows a stored identifier, or does not say that a field takes JSON. */
export const WordsForPeople: Story = {
  play: async () => {
    const options = within(form().getByRole('group', { name: 'Options' }))
    await expect(options.getByRole('textbox', { name: 'Value of keep' })).toHaveValue('true')
    await userEvent.click(options.getByRole('button', { name: 'Edit as JSON' }))
    await expect(form().getByRole('textbox', { name: /^Options/ })).toHaveAttribute(
      'placeholder',
      '{ "name": "value" }'
    )
    // Red when `x-when` is ignored.
    await expect(form().queryByLabelText('Upload to')).toBeNull()
    await userEvent.click(form().getByRole('combobox', { name: /^Direction/ }))
    await expect(await screen.findByRole('option', { name: 'Both ways' })).toBeVisible()
    await expect(screen.getByRole('option', { name: 'From the server' })).toBeVisible()
    await userEvent.click(screen.getByRole('option', { name: 'Upload' }))
    await expect(await form().findByLabelText('Upload to')).toBeVisible()
  },
}

export const Dark: Story = { globals: { theme: 'dark' } }

export const Changed: Story = {
  play: async () => {
    const host = form().getByLabelText(/^Host/)
    await userEvent.clear(host)
    await save()
    await expect(await form().findByText('Required')).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.type(host, 'new.example')
    await userEvent.type(form().getByLabelText(/^Private key/), 'k3y')
    await userEvent.click(form().getByLabelText('Friday'))
    const group = within(form().getByRole('group', { name: 'Options' }))
    await userEvent.click(group.getByRole('button', { name: 'Edit as JSON' }))
    const options = form().getByRole('textbox', { name: /^Options/ })
    await userEvent.clear(options)
    await userEvent.type(options, '{{"a"')
    await save()
    await expect(await form().findByText(/This is not valid JSON/)).toBeVisible()
    await userEvent.type(options, ': 1}')
    await save()
    await waitFor(() => expect(sent).toHaveBeenCalledOnce())
    await expect(sent.mock.lastCall?.[0]).toMatchObject({
      host: 'new.example',
      privateKey: 'k3y',
      days: ['friday'],
      extra: { a: 1 },
    })
  },
}

const named: JsonSchema = {
  type: 'object',
  properties: {
    userIds: { type: 'array', items: { type: 'string' }, title: 'People', 'x-choose': 'people' },
    roles: { type: 'array', items: { type: 'string' }, title: 'Roles', 'x-choose': 'roles' },
    eventTypes: { type: 'array', items: { type: 'string' }, title: 'Events', 'x-choose': 'events' },
    targetFolderId: {
      type: 'string',
      title: 'Target folder',
      'x-resource': 'assets',
      'x-choose': 'folder',
    },
  },
}
const mia = { id: 'u_mia', email: 'mia@harbor.example', firstName: 'Mia', lastName: 'Berg' }
const inbound = { id: 'dir_in', name: 'Inbound', type: 'folder' }

// Red when the field asks for an id, or sends another id than that of the choice.
export const ChosenByName: Story = {
  parameters: {
    api: {
      'GET /users': [mia],
      'GET /roles': [
        { id: 'editor', key: 'editor', name: 'Editor', isBuiltIn: true },
        { id: 'r1', key: 'clerk', name: 'Clerk', isBuiltIn: false },
      ],
      'GET /events/types': [
        { name: 'file_upload', description: 'A new file was uploaded', permission: null },
        { name: 'secret_read', description: 'A secret was read', permission: 'secrets.read' },
      ],
      'GET /assets': [inbound],
      'GET /assets/:id': inbound,
    },
  },
  render: () => (
    <FormDialog<{ config: object }>
      open
      title="Connection"
      defaultValues={{ config: toFields(named, {}) }}
      submitLabel="Save"
      onSubmit={async ({ config }) => sent(toConfig(named, config))}
      onClose={() => undefined}
    >
      <SchemaFields schema={named} source="config" />
    </FormDialog>
  ),
  play: async () => {
    const choose = async (field: string, option: RegExp) => {
      await userEvent.click(form().getByRole('combobox', { name: field }))
      await userEvent.click(await screen.findByRole('option', { name: option }))
    }
    // By then the session is known.
    await form().findByRole('button', { name: /Choose a folder/ })
    await choose('People', /Mia Berg/)
    await choose('Roles', /Clerk/)
    await choose('Events', /file upload \(A new file was uploaded\)/)
    await userEvent.click(form().getByRole('combobox', { name: 'Events' }))
    await expect(screen.queryByRole('option', { name: /secret/ })).toBeNull()
    await userEvent.click(form().getByRole('button', { name: 'Choose a folder: Target folder' }))
    const folders = within(await screen.findByRole('dialog', { name: 'Choose a folder' }))
    await userEvent.click(await folders.findByRole('button', { name: 'Inbound' }))
    await userEvent.click(folders.getByRole('button', { name: 'Choose this folder' }))
    await save()
    await waitFor(() => expect(sent).toHaveBeenCalledOnce())
    await expect(sent.mock.lastCall?.[0]).toEqual({
      userIds: ['u_mia'],
      roles: ['clerk'],
      eventTypes: ['file_upload'],
      targetFolderId: 'dir_in',
    })
  },
}

/** People without access to people and roles enter their ids and keys. */
export const ChosenWithoutAccessToPeople: Story = {
  ...ChosenByName,
  parameters: {
    api: {
      'GET /auth/me': () => ({
        user: { id: 'u', email: 'r@harbor.example', role: 'editor' },
        tenant: { id: 'ten_1', name: 'Harbor Logistics', subdomain: 'harbor', logo: null },
        permissions: ['flows.write'],
      }),
      'GET /events/types': [],
    },
  },
  play: async () => {
    await userEvent.type(await form().findByRole('combobox', { name: 'People' }), 'u_1{Enter}')
    await expect(form().getByText('u_1')).toBeVisible()
    await expect(form().queryByRole('button', { name: /Choose a folder/ })).toBeNull()
  },
}
