import type { KindEntry } from '@crossdock/admin/kit'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { chooseAction, pick, recordWith } from '../../../../admin/.storybook/play.js'
import { sample } from '../../../../admin/.storybook/sample.js'
import { reader, reads, triggers, workflows } from './fixtures.js'

const sent = fn()
const record = recordWith(sent)

const fields = [
  { name: 'weight', label: 'Weight (kg)', type: 'number', required: true },
  { name: 'carrier', type: 'choice', choices: ['Northline', 'Quay Freight'] },
  { name: 'note', type: 'text', default: 'none' },
]
const asking = {
  ...workflows[1]!,
  id: 'wf_ask',
  name: 'Announce truck',
  isActive: true,
  triggerConfig: { fields },
}

const meta: Meta = {
  title: 'Flows/Triggers',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/integrations?tab=workflows&new=workflow',
    api: {
      ...reads,
      'GET /integrations/workflows': [asking, ...workflows],
      'GET /workflows': [{ ...asking, fields }],
      'GET /assets': [],
      'GET /events/types': [
        { name: 'file_upload', description: 'A new file was uploaded', permission: 'assets.read' },
        { name: 'flow_failed', description: 'A run failed', permission: 'flows.read' },
        { name: 'flow_progressed', description: 'A run continued', permission: 'flows.read' },
      ],
      'POST /integrations/workflows': record('create', 201),
      'POST /integrations/workflows/:id/execute': record('execute', 201),
      'POST /flow-executions/trigger': record('trigger', 201),
    },
  },
}
export default meta
type Story = StoryObj

const choose = async (trigger: string) => {
  // The form replaces a placeholder dialog that waits for the trigger types.
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(name, 'Watch')
  await pick(dialog, /Trigger Type/, trigger)
  return dialog
}
const saved = async (dialog: Awaited<ReturnType<typeof choose>>) => {
  await userEvent.click(await dialog.findByRole('button', { name: 'Create Workflow' }))
  await waitFor(() => expect(sent).toHaveBeenCalled())
  return sent.mock.calls[0]![2] as { triggerType: string; triggerConfig: object }
}

export const AnyEvent: Story = {
  play: async () => {
    const dialog = await choose('Event')
    await userEvent.click(await dialog.findByRole('combobox', { name: /^Events/ }))
    const failed = await screen.findByRole('option', { name: 'flow_failed' })
    await expect(screen.queryByRole('option', { name: 'flow_progressed' })).toBeNull()
    await userEvent.click(failed)
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    await userEvent.click(await dialog.findByRole('button', { name: 'Add condition' }))
    const condition = within(await dialog.findByRole('group', { name: 'Condition 1' }))
    await userEvent.type(condition.getByLabelText(/^Value/), 'flowName')
    await pick(condition, /Comparison/, 'contains')
    await userEvent.type(condition.getByLabelText(/Compared with/), 'night')
    const { triggerType, triggerConfig } = await saved(dialog)
    await expect({ triggerType, triggerConfig }).toEqual({
      triggerType: 'event',
      triggerConfig: {
        eventTypes: ['flow_failed'],
        conditions: [{ value: 'event.payload.flowName', operator: 'contains', other: 'night' }],
      },
    })
  },
}

/** Red when a person chooses a trigger that the server will refuse, and nothing says so. */
export const WithoutTheLog: Story = {
  parameters: {
    api: {
      'GET /auth/me': reader(['integrations.read', 'flows.read', 'flows.write']),
      'GET /events/types': () => ({ status: 503, body: { message: 'Come back.' } }),
    },
  },
  play: async () => {
    const dialog = await choose('Event')
    await expect(await dialog.findByText(/You may not read the event log/)).toBeVisible()
    await expect(await dialog.findByText('Come back.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Create Workflow' }))
    await expect(await dialog.findByText('Choose at least one event')).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
  },
}

export const ConditionsUpToTheLimit: Story = {
  play: async () => {
    const dialog = await choose('Event')
    const add = await dialog.findByRole('button', { name: 'Add condition' })
    for (let at = 0; at < 5; at++) await userEvent.click(add)
    await expect(add).toBeDisabled()
    await expect(dialog.getByText('At most 5')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Remove condition 5' }))
    await expect(add).toBeEnabled()
  },
}

/** Red when a condition without a value is sent. */
export const ConditionWithoutValue: Story = {
  play: async () => {
    const dialog = await choose('Event')
    await userEvent.click(await dialog.findByRole('button', { name: 'Add condition' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Create Workflow' }))
    await expect(await dialog.findByText(/the value of the event/)).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
  },
}

export const SeveralFiles: Story = {
  play: async () => {
    const dialog = await choose('File Events')
    const group = within(await dialog.findByRole('group', { name: 'Several files in one run' }))
    await userEvent.type(group.getByLabelText(/Quiet time/), '30')
    await userEvent.type(group.getByLabelText(/Max files/), '100')
    await userEvent.click(await dialog.findByRole('button', { name: 'Create Workflow' }))
    await expect(await group.findByText('Enter both, files and seconds')).toBeVisible()
    await userEvent.type(group.getByLabelText(/Max wait \(seconds\)/), '60')
    const { triggerConfig } = await saved(dialog)
    await expect(triggerConfig).toEqual({
      eventTypes: ['file_upload'],
      quietSeconds: 30,
      batch: { maxFiles: 100, maxSeconds: 60 },
    })
  },
}

export const AsksForInput: Story = {
  play: async () => {
    const dialog = await choose('Manual Trigger')
    await userEvent.click(await dialog.findByRole('button', { name: 'Add input' }))
    const first = within(await dialog.findByRole('group', { name: 'Input 1' }))
    await userEvent.type(first.getByLabelText(/^Name/), 'carrier')
    await pick(first, /^Type/, 'Choice')
    await userEvent.type(first.getByLabelText(/^Choices/), 'Northline{Enter}Quay Freight{Enter}')
    await userEvent.click(first.getByRole('switch', { name: 'Required' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Add input' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove input 2' }))
    const { triggerConfig } = await saved(dialog)
    await expect(triggerConfig).toEqual({
      fields: [
        {
          name: 'carrier',
          type: 'choice',
          required: true,
          choices: ['Northline', 'Quay Freight'],
        },
      ],
    })
  },
}

export const InputWithoutAName: Story = {
  play: async () => {
    const dialog = await choose('Manual Trigger')
    await userEvent.click(await dialog.findByRole('button', { name: 'Add input' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Create Workflow' }))
    await expect(await dialog.findByText(/Give each input a name of letters/)).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
  },
}

const systemEvent: KindEntry = {
  name: 'system_event',
  label: 'System event',
  description: 'Something happens in a connected system',
  icon: 'plug',
  schema: {
    type: 'object',
    properties: {
      systemId: { type: 'string' },
      eventType: { enum: ['webhook_received', 'call_failed'] },
      validationRules: { type: 'array', items: { type: 'object' } },
    },
    required: ['systemId', 'eventType'],
  },
}

export const SystemEvent: Story = {
  parameters: { api: { 'GET /flows/triggers': [...triggers, systemEvent] } },
  play: async () => {
    const dialog = await choose('System event')
    await dialog.findByText(/does not fulfill every rule starts no run/)
    await userEvent.click(dialog.getByRole('button', { name: 'Create Workflow' }))
    await expect(await dialog.findByText(/Choose the system whose events/)).toBeVisible()
    await expect(dialog.getByText('Choose the event that starts the flow.')).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
    await pick(dialog, /^System/, 'Zeta WMS')
    await pick(dialog, /^Event/, 'Call failed')
    await userEvent.click(dialog.getByRole('button', { name: 'Add rule' }))
    const rule = within(await dialog.findByRole('group', { name: 'Rule 1' }))
    await userEvent.type(rule.getByLabelText('Value'), 'trigger.status')
    await pick(rule, /Comparison/, 'is greater than')
    await userEvent.type(rule.getByLabelText('Compared with'), '499')
    const { triggerConfig } = await saved(dialog)
    await expect(triggerConfig).toEqual({
      systemId: 'sys_zeta',
      eventType: 'call_failed',
      validationRules: [{ value: 'trigger.status', operator: 'greater', other: '499' }],
    })
  },
}

// Red when an empty choice says nothing about why it is empty.
export const SystemEventWithoutSystems: Story = {
  parameters: {
    api: {
      'GET /flows/triggers': [...triggers, systemEvent],
      'GET /integrations/systems': [],
    },
  },
  play: async () => {
    const dialog = await choose('System event')
    await expect(await dialog.findByText(/There is no system yet/)).toBeVisible()
  },
}

export const SystemsUnread: Story = {
  parameters: {
    api: {
      'GET /flows/triggers': [...triggers, systemEvent],
      'GET /integrations/systems': () => ({ status: 503, body: { message: 'Come back.' } }),
    },
  },
  play: async () => {
    const dialog = await choose('System event')
    await expect(await dialog.findByText('Come back.')).toBeVisible()
    await expect(dialog.queryByText(/There is no system yet/)).toBeNull()
  },
}

/** Red when a workflow that asks for input starts without asking. */
export const Execute: Story = {
  parameters: { route: '/integrations?tab=workflows' },
  play: async () => {
    await chooseAction('Announce truck', 'Execute')
    const dialog = within(await screen.findByRole('dialog', { name: 'Execute Announce truck' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Execute' }))
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.type(dialog.getByLabelText(/^Weight/), '12')
    await pick(dialog, /carrier/, 'Quay Freight')
    await userEvent.click(dialog.getByRole('button', { name: 'Execute' }))
    await expect(await screen.findByText('Workflow execution initiated')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('execute', 'wf_ask', {
      input: { weight: 12, carrier: 'Quay Freight', note: 'none' },
    })
  },
}

/** Asks for the file together with the input. */
export const ExecuteOnAFile: Story = {
  parameters: {
    route: '/integrations?tab=workflows',
    api: { 'GET /assets': [sample('Asset', { id: 'cmr', name: 'CMR.pdf', type: 'file' })] },
  },
  play: async () => {
    await chooseAction('Announce truck', 'Execute on a file...')
    const dialog = within(await screen.findByRole('dialog', { name: 'Execute Announce truck' }))
    await expect(dialog.getByText('The workflow asks for this input.')).toBeVisible()
    await userEvent.click(dialog.getByRole('combobox', { name: /File of the run/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'CMR.pdf' }))
    await userEvent.type(dialog.getByLabelText(/^Weight/), '12')
    await userEvent.click(dialog.getByRole('button', { name: 'Execute' }))
    await expect(await screen.findByText('Workflow execution initiated')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('execute', 'wf_ask', {
      assetId: 'cmr',
      input: { weight: 12, note: 'none' },
    })
  },
}

export const QuickTrigger: Story = {
  parameters: {
    route: '/flow-execution?tab=quick-trigger',
    api: {
      'GET /flow-executions': [],
      'POST /flow-executions/trigger': () => ({
        status: 422,
        body: {
          message: 'Weight (kg) is too much.',
          errors: [{ field: 'input.weight', rule: 'number', message: 'Weight (kg) is too much.' }],
        },
      }),
    },
  },
  play: async () => {
    await userEvent.click(
      await screen.findByRole('button', { name: 'Trigger Now: Announce truck' })
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Execute Announce truck' }))
    await userEvent.type(dialog.getByLabelText(/^Weight/), '1200')
    await userEvent.click(dialog.getByRole('button', { name: 'Trigger Now' }))
    await expect(await dialog.findByText('Weight (kg) is too much.')).toBeVisible()
  },
}

export const Dark: Story = { ...AnyEvent, globals: { theme: 'dark' } }

export const Phone: Story = {
  ...AsksForInput,
  globals: { viewport: { value: 'mobile1' } },
}
