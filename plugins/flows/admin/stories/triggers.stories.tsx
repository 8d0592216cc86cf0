import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { chooseAction, pick, recordWith } from '../../../../admin/.storybook/play.js'
import { reads, workflows } from './fixtures.js'

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
