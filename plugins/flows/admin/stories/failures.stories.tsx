import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, within } from 'storybook/test'
import {
  writeFails,
  writeFailsOffline,
  anotherPersonSignsIn,
  type Write,
} from '../../../../admin/.storybook/failing_writes.js'
import {
  asksBeforeClosing,
  chooseAction,
  closesWithoutQuestion,
} from '../../../../admin/.storybook/play.js'
import { reads } from './fixtures.js'
import { run } from './run_fixtures.js'

const meta: Meta = { title: 'Integrations/Workflows/Failures' }
export default meta
type Story = StoryObj

const route = '/integrations?tab=workflows'
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const holds = (text: string) => () =>
  expect(screen.getByRole('textbox', { name: /^Name/, hidden: true })).toHaveValue(text)
const rename = async (text: string) => {
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await userEvent.clear(name)
  await userEvent.type(name, text)
}

const create: Write = {
  call: 'POST /integrations/workflows',
  route,
  api: { ...reads, 'POST /integrations/workflows': { status: 201, body: { id: 'wf_new' } } },
  prepare: async () => {
    await press('Create Workflow')
    await rename('Announce truck')
  },
  submit: () => press('Create Workflow'),
  expectKept: holds('Announce truck'),
  success: /Workflow created/,
  failed: 'Failed to create workflow',
}

const toggle: Write = {
  call: 'PUT /integrations/workflows/:id',
  route,
  api: { ...reads, 'PUT /integrations/workflows/:id': {} },
  submit: () => chooseAction('Resend receipt', 'Activate'),
  success: /Workflow status updated/,
  failed: 'Failed to update workflow status',
}

const remove: Write = {
  call: 'DELETE /integrations/workflows/:id',
  route,
  api: { ...reads, 'DELETE /integrations/workflows/:id': { status: 204 } },
  prepare: () => chooseAction('Resend receipt', 'Delete'),
  submit: () => press('Delete workflow'),
  expectKept: () => expect(screen.getByRole('alertdialog', { hidden: true })).toBeVisible(),
  success: /Workflow deleted/,
  failed: 'Failed to delete workflow',
}

const started = { status: 202, body: { executionId: 'exe_1' } }

const execute: Write = {
  call: 'POST /integrations/workflows/:id/execute',
  route,
  api: { ...reads, 'POST /integrations/workflows/:id/execute': started },
  submit: () => chooseAction('Invoice intake', 'Execute'),
  success: /Workflow execution initiated/,
  failed: 'Failed to execute workflow',
}

const executeOn: Write = {
  ...execute,
  api: {
    ...execute.api,
    'GET /assets': [{ id: 'f', name: 'cmr.pdf', size: 5, updatedAt: new Date().toISOString() }],
  },
  prepare: async () => {
    await chooseAction('Invoice intake', 'Execute on a file...')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(await dialog.findByRole('button', { name: /cmr/ }))
  },
  submit: () => press('Execute'),
  expectKept: () =>
    expect(screen.getByRole('button', { name: /cmr/, hidden: true })).toHaveAttribute(
      'aria-pressed',
      'true'
    ),
}

const cancel: Write = {
  call: 'POST /flow-executions/:id/cancel',
  route: '/flow-execution/exe_1',
  api: {
    'GET /flow-executions/:id': () => run('running'),
    'POST /flow-executions/:id/cancel': run('cancelled'),
  },
  submit: () => press('Cancel'),
  success: /Execution cancelled/,
}

const retry: Write = {
  call: 'POST /flow-executions/:id/retry',
  route: '/flow-execution/exe_1',
  api: {
    'GET /flow-executions/:id': () => run('failed'),
    'POST /flow-executions/:id/retry': run('running'),
  },
  submit: () => press('Retry'),
  success: /Execution retried/,
}

export const Create: Story = writeFails(create)
export const CreateOffline: Story = { ...writeFailsOffline(create), tags: ['long'] }
export const CreateOfSomebodyElse: Story = { ...anotherPersonSignsIn(create), tags: ['long'] }
export const Toggle: Story = writeFails(toggle)
export const ToggleOffline: Story = { ...writeFailsOffline(toggle), tags: ['long'] }
export const Remove: Story = writeFails(remove)
export const RemoveOffline: Story = { ...writeFailsOffline(remove), tags: ['long'] }
export const Execute: Story = writeFails(execute)
export const ExecuteOffline: Story = { ...writeFailsOffline(execute), tags: ['long'] }
export const ExecuteOnAFile: Story = writeFails(executeOn)
export const ExecuteOnAFileOffline: Story = { ...writeFailsOffline(executeOn), tags: ['long'] }
export const CancelRun: Story = writeFails(cancel)
export const CancelRunOffline: Story = { ...writeFailsOffline(cancel), tags: ['long'] }
export const RetryRun: Story = writeFails(retry)
export const RetryRunOffline: Story = { ...writeFailsOffline(retry), tags: ['long'] }

/** Red when an untouched form counts as changed, or a changed one does not. */
export const AsksOnlyAboutChanges: Story = {
  tags: ['long'],
  parameters: { route, api: reads },
  play: async () => {
    await press('Create Workflow')
    await closesWithoutQuestion('Create Workflow')
    await press('Create Workflow')
    await rename('Announce truck')
    await asksBeforeClosing('Create Workflow')
  },
}
