import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import {
  writeFails,
  writeFailsOffline,
  signInAgain,
  anotherPersonSignsIn,
  type Write,
} from '../../../../admin/.storybook/failing_writes.js'
import { chooseAction, closesWithoutQuestion } from '../../../../admin/.storybook/play.js'
import { sessions } from '../../../../admin/.storybook/sessions.js'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { reads } from './fixtures.js'
import { testResult } from './preview_fixtures.js'

const meta: Meta = { title: 'Integrations/Failures' }
export default meta
type Story = StoryObj

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const retype = async (name: RegExp, text: string) => {
  const field = await screen.findByRole('textbox', { name })
  await userEvent.clear(field)
  await userEvent.type(field, text)
}
const holds = (name: RegExp, text: string) => () =>
  expect(screen.getByRole('textbox', { name, hidden: true })).toHaveValue(text)
const asksStill = () => expect(screen.getByRole('alertdialog', { hidden: true })).toBeVisible()

const addSystem: Write = {
  call: 'POST /integrations/systems',
  route: '/integrations',
  api: { ...reads, 'POST /integrations/systems': { status: 201, body: { id: 'sys_new' } } },
  prepare: async () => {
    await press('Add System')
    await retype(/System Name/, 'Quay cranes')
    await userEvent.type(await screen.findByLabelText('Access Token'), 'secret-token')
  },
  submit: () => press('Add System'),
  expectKept: holds(/System Name/, 'Quay cranes'),
  success: /External system created/,
  failed: 'Failed to create system',
}

const editSystem: Write = {
  call: 'PUT /integrations/systems/:id',
  route: '/integrations',
  api: { ...reads, 'PUT /integrations/systems/:id': {} },
  prepare: async () => {
    await press('Edit Legacy FTP Bridge')
    await retype(/System Name/, 'FTP no more')
  },
  submit: () => press('Update System'),
  expectKept: holds(/System Name/, 'FTP no more'),
  success: /External system updated/,
  failed: 'Failed to update system',
}

const deleteSystem: Write = {
  call: 'DELETE /integrations/systems/:id',
  route: '/integrations',
  api: { ...reads, 'DELETE /integrations/systems/:id': { status: 204 } },
  prepare: () => press('Delete Legacy FTP Bridge'),
  submit: () => press('Delete system'),
  expectKept: asksStill,
  success: /External system deleted/,
  failed: 'Failed to delete system',
}

const endpoints = '/integrations/systems/sys_zeta'

const addEndpoint: Write = {
  call: 'POST /integrations/systems/:id/endpoints',
  route: endpoints,
  api: {
    ...reads,
    'POST /integrations/systems/:id/endpoints': { status: 201, body: { id: 'end_new' } },
  },
  prepare: async () => {
    await press('Add Endpoint')
    await retype(/Endpoint Name/, 'Announce truck')
    await retype(/API Path/, '/trucks')
  },
  submit: () => press('Add Endpoint'),
  expectKept: holds(/Endpoint Name/, 'Announce truck'),
  success: /Endpoint created/,
  failed: 'Failed to create endpoint',
}

const editEndpoint: Write = {
  call: 'PUT /integrations/endpoints/:id',
  route: endpoints,
  api: { ...reads, 'PUT /integrations/endpoints/:id': {} },
  prepare: async () => {
    await chooseAction('Post goods receipt', 'Edit')
    await retype(/Endpoint Name/, 'Post receipts')
  },
  submit: () => press('Update Endpoint'),
  expectKept: holds(/Endpoint Name/, 'Post receipts'),
  success: /Endpoint updated/,
  failed: 'Failed to update endpoint',
}

const deleteEndpoint: Write = {
  call: 'DELETE /integrations/endpoints/:id',
  route: endpoints,
  api: { ...reads, 'DELETE /integrations/endpoints/:id': { status: 204 } },
  prepare: () => chooseAction('Post goods receipt', 'Delete'),
  submit: () => press('Delete endpoint'),
  expectKept: asksStill,
  success: /Endpoint deleted/,
  failed: 'Failed to delete endpoint',
}

const testEndpoint: Write = {
  call: 'POST /integrations/endpoints/:id/test',
  route: endpoints,
  api: {
    ...reads,
    'POST /integrations/endpoints/:id/test': testResult,
  },
  prepare: () => chooseAction('Post goods receipt', 'Test'),
  submit: async () => {
    const again = await screen.findByRole('button', { name: 'Test again' })
    await waitFor(() => expect(again).toBeEnabled())
    await userEvent.click(again)
  },
  success: /Endpoint responded successfully/,
  failed: 'Endpoint test failed',
}

export const AddSystem: Story = writeFails(addSystem)
export const AddSystemOffline: Story = { ...writeFailsOffline(addSystem), tags: ['long'] }
export const AddSystemOfSomebodyElse: Story = { ...anotherPersonSignsIn(addSystem), tags: ['long'] }
export const EditSystem: Story = writeFails(editSystem)
export const EditSystemOffline: Story = { ...writeFailsOffline(editSystem), tags: ['long'] }
export const DeleteSystem: Story = writeFails(deleteSystem)
export const DeleteSystemOffline: Story = { ...writeFailsOffline(deleteSystem), tags: ['long'] }
export const AddEndpoint: Story = writeFails(addEndpoint)
export const AddEndpointOffline: Story = { ...writeFailsOffline(addEndpoint), tags: ['long'] }
export const EditEndpoint: Story = writeFails(editEndpoint)
export const EditEndpointOffline: Story = { ...writeFailsOffline(editEndpoint), tags: ['long'] }
export const DeleteEndpoint: Story = writeFails(deleteEndpoint)
export const DeleteEndpointOffline: Story = { ...writeFailsOffline(deleteEndpoint), tags: ['long'] }
export const TestEndpoint: Story = writeFails(testEndpoint)
export const TestEndpointOffline: Story = { ...writeFailsOffline(testEndpoint), tags: ['long'] }

let isGone = false
let asked = 0

/** The export waits for the rows: no file and no success message without them. */
export const ExportWaits: Story = {
  beforeEach: () => {
    isGone = false
    asked = 0
  },
  parameters: {
    route: '/integrations?tab=activity',
    api: {
      ...reads,
      'GET /integrations/logs': (call: FakeRequest) => {
        if (isGone) {
          asked += 1
          return { status: 401, body: {} }
        }
        return reads['GET /integrations/logs'](call)
      },
      'GET /auth/me': () => (isGone ? { status: 401, body: {} } : sessions.member),
      'POST /auth/magic-link': { message: 'sent', hasCode: true },
      'POST /auth/verify-code': () => {
        isGone = false
        return { message: 'ok', redirectUrl: '/dashboard' }
      },
    },
  },
  play: async ({ canvas }) => {
    await canvas.findByRole('table', { name: 'Executions' })
    isGone = true
    await press('Export to CSV')
    await screen.findByRole('dialog', { name: 'Your session has ended' })
    await expect(asked).toBeGreaterThan(0)
    await expect(screen.queryByText(/^Exported/)).toBeNull()
    await signInAgain()
    await waitFor(() => expect(screen.getByText(/^Exported/)).toBeInTheDocument())
  },
}

/** Red when an untouched form counts as changed. */
export const UntouchedFormsCloseAtOnce: Story = {
  tags: ['long'],
  parameters: { route: '/integrations', api: reads },
  play: async ({ canvas }) => {
    await press('Add System')
    await closesWithoutQuestion('Add External System')
    await press('Edit Zeta WMS')
    await closesWithoutQuestion('Edit External System')
    await userEvent.click(await canvas.findByRole('link', { name: /View endpoints of Zeta WMS/i }))
    await press('Add Endpoint')
    await closesWithoutQuestion('Add API Endpoint')
    await chooseAction('Post goods receipt', 'Edit')
    await closesWithoutQuestion('Edit API Endpoint')
  },
}
