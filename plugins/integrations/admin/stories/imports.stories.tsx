import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { reads, system } from './fixtures.js'
import { compared, planned, wholeTemplate } from './import_fixtures.js'

const sent = fn()
const result = {
  systemId: 'sys_zeta',
  systemName: 'Parcels',
  created: 2,
  updated: 0,
  deleted: 0,
}

const meta: Meta = {
  title: 'Integrations/Imports',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/integrations/import',
    api: {
      ...reads,
      'POST /integrations/imports': ({ body }: FakeRequest) => {
        const asked = body as { dryRun: boolean; systemId?: string }
        sent(asked)
        if (!asked.dryRun) return { ...planned(), dryRun: false, plan: null, result }
        return asked.systemId ? compared() : planned()
      },
      'POST /contract-templates': ({ body }: FakeRequest) => {
        sent(body)
        return { status: 201, body: wholeTemplate('t_own') }
      },
    },
  },
}
export default meta
type Story = StoryObj

const readPasted = async () => {
  await userEvent.type(await screen.findByLabelText('Description in JSON or YAML'), 'openapi')
  await userEvent.click(screen.getByRole('button', { name: 'Read' }))
}

/** Red when something is created before the last step, or the request differs from the shown selection. */
export const FromTextToSystem: Story = {
  play: async ({ canvas }) => {
    await readPasted()
    const list = within(await canvas.findByRole('region', { name: 'Shipments' }))
    await expect(list.getByRole('checkbox', { name: 'POST /shipments:bulk' })).toBeDisabled()
    await expect(canvas.getByText('3 of 4 chosen')).toBeVisible()
    await userEvent.click(list.getByRole('checkbox', { name: 'PATCH /shipments/{id}' }))
    await userEvent.click(list.getByRole('button', { name: /Create many at once/ }))
    await expect(await canvas.findByText(/has several files/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Continue with 2 operations' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create the System' }))
    const name = await dialog.findByLabelText(/Name/)
    await userEvent.clear(name)
    await userEvent.type(name, 'Parcels')
    await userEvent.click(dialog.getByRole('button', { name: 'Create System' }))
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
    await expect(sent.mock.calls[0]![0]).toMatchObject({ document: 'openapi', dryRun: true })
    await expect(sent.mock.calls[1]![0]).toMatchObject({
      dryRun: false,
      name: 'Parcels',
      baseUrl: 'https://parcels.example',
      keys: ['createShipment', 'label'],
    })
  },
}

export const ImportAgainDark: Story = {
  globals: { theme: 'dark' },
  parameters: { route: '/integrations/import?system=sys_zeta', axe: true },
  play: async ({ canvas }) => {
    await readPasted()
    await expect(await canvas.findByText('Breaks workflows')).toBeVisible()
    await expect(canvas.getByText('Now required: body.weight')).toBeVisible()
    // Red when manual edits or deletions are preselected.
    await expect(canvas.getByRole('checkbox', { name: 'changeShipment' })).not.toBeChecked()
    await expect(canvas.getByRole('checkbox', { name: 'cancel' })).not.toBeChecked()
    await userEvent.click(canvas.getByRole('button', { name: 'Apply 2 Changes' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Apply the changes?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Apply 2 Changes' }))
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
    await expect(sent.mock.calls[1]![0]).toMatchObject({
      systemId: 'sys_zeta',
      keys: ['label', 'createShipment'],
    })
  },
}

/** Red when an endpoint that a workflow calls is deleted without confirmation. */
export const ImportAgainAsks: Story = {
  parameters: { route: '/integrations/import?system=sys_zeta' },
  play: async ({ canvas }) => {
    await readPasted()
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'changeShipment' }))
    await userEvent.click(canvas.getByRole('checkbox', { name: 'cancel' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Apply 4 Changes' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Apply the changes?' }))
    await expect(dialog.getByText(/Workflows that will fail: /)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Apply 4 Changes' }))
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
    await expect(sent.mock.calls[1]![0]).toMatchObject({ confirm: true })
  },
}

/** Red when a template is created from other operations than the selected ones. */
export const SaveAsTemplate: Story = {
  play: async ({ canvas }) => {
    await readPasted()
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'PATCH /shipments/{id}' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Save as Template' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as Template' }))
    await expect(dialog.queryByLabelText(/System/)).toBeNull()
    await userEvent.type(dialog.getByLabelText('Category'), 'Shipping')
    await userEvent.click(dialog.getByRole('button', { name: 'Create Template' }))
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
    await expect(sent.mock.calls[1]![0]).toMatchObject({
      name: 'Parcel API',
      category: 'Shipping',
      document: 'openapi',
      keys: ['createShipment', 'label'],
    })
  },
}

/** A description loaded from an address is loaded from there again. */
export const AgainFromItsAddress: Story = {
  parameters: {
    route: '/integrations/import?system=sys_parcels',
    api: {
      'GET /integrations/systems/:id': system({
        id: 'sys_parcels',
        name: 'Parcels',
        origin: {
          kind: 'openapi',
          title: 'Parcel API',
          version: '3.1',
          url: 'https://parcels.example/openapi.json',
        },
      }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Last import: Parcel API 3.1')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Load' }))
    await waitFor(() => expect(sent).toHaveBeenCalled())
    await expect(sent.mock.calls[0]![0]).toMatchObject({
      systemId: 'sys_parcels',
      url: 'https://parcels.example/openapi.json',
      dryRun: true,
    })
  },
}
