import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { chooseAction, pick, recordWith } from '../../../../admin/.storybook/play.js'
import { ago, reader, reads, stepTypes, workflows } from './fixtures.js'

const sent = fn()
let made = workflows
const record = recordWith(sent)

const meta: Meta = {
  title: 'Integrations/Workflows',
  beforeEach: () => {
    sent.mockClear()
  },
  parameters: {
    route: '/integrations?tab=workflows',
    api: {
      ...reads,
      'POST /integrations/workflows': record('create', 201),
      'PUT /integrations/workflows/:id': record('update'),
      'DELETE /integrations/workflows/:id': record('delete', 204),
      'POST /integrations/workflows/:id/execute': record('execute', 202),
    },
  },
}
export default meta
type Story = StoryObj

const menu = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
export const Filled: Story = {
  play: async ({ canvas }) => {
    const row = within((await canvas.findByText('Invoice intake')).closest('tr') as HTMLElement)
    await expect(row.getByText('File Events')).toBeVisible()
    await expect(row.getByText('+2')).toBeVisible()
    await expect(row.getByText('Active')).toBeVisible()
    await expect(canvas.getByText('Manual Trigger')).toBeVisible()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

export const Empty: Story = {
  parameters: { api: { 'GET /integrations/workflows': [] } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No workflows configured yet')).toBeVisible()
  },
}

export const Loading: Story = {
  parameters: { api: { 'GET /integrations/workflows': 'pending' } },
  play: async ({ canvas }) => {
    await canvas.findByRole('tab', { name: 'Workflows', selected: true })
    await expect(await canvas.findByRole('status', { name: 'Loading' })).toBeVisible()
  },
}

export const Failed: Story = {
  parameters: {
    api: {
      'GET /integrations/workflows': () => ({ status: 500, body: { message: 'No connection.' } }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No connection.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const ReadOnly: Story = {
  parameters: { api: { 'GET /auth/me': reader(['integrations.read', 'flows.read']) } },
  play: async ({ canvas }) => {
    await canvas.findByText('Invoice intake')
    await expect(canvas.queryByRole('button', { name: /Actions for/ })).toBeNull()
    await expect(canvas.queryByRole('button', { name: 'Create Workflow' })).toBeNull()
  },
}

export const NoPermission: Story = {
  parameters: { api: { 'GET /auth/me': reader(['integrations.read']) } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('tab', { name: 'Systems', selected: true })).toBeVisible()
    await expect(canvas.queryByRole('tab', { name: 'Workflows' })).toBeNull()
  },
}

export const ExecuteOnlyWhileActive: Story = {
  play: async () => {
    await menu('Resend receipt')
    const item = await screen.findByRole('menuitem', { name: 'Execute' })
    await expect(item).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await chooseAction('Invoice intake', 'Execute')
    await expect(await screen.findByText('Workflow execution initiated')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('execute', 'wf_intake', '')
    await expect(screen.getByRole('button', { name: 'View run' })).toBeVisible()
  },
}

export const ExecutesOnAFile: Story = {
  parameters: {
    api: {
      'GET /assets': ({ query }: FakeRequest) => {
        const { search = '' } = JSON.parse(query.get('filter') ?? '{}') as { search?: string }
        return ['invoice-0412.pdf', 'CMR-02211.pdf']
          .filter((name) => name.toLowerCase().includes(search))
          .map((name) => ({ id: `file_${name}`, name, size: 184_320, updatedAt: ago(40) }))
      },
    },
  },
  play: async () => {
    await chooseAction('Invoice intake', 'Execute on a file...')
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Execute Invoice intake on a file' })
    )
    await expect(dialog.getByRole('searchbox')).toHaveFocus()
    await expect(dialog.getByRole('button', { name: 'Execute' })).toBeDisabled()
    await dialog.findByRole('button', { name: /invoice-0412/ })
    await userEvent.type(dialog.getByRole('searchbox'), 'cmr')
    await waitFor(() => expect(dialog.queryByRole('button', { name: /invoice/ })).toBeNull())
    await userEvent.click(dialog.getByRole('button', { name: /CMR-02211/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Execute' }))
    await expect(await screen.findByText('Workflow execution initiated')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(sent).toHaveBeenCalledWith('execute', 'wf_intake', {
      assetId: 'file_CMR-02211.pdf',
    })
  },
}

export const PauseSendsOnlyIsActive: Story = {
  play: async () => {
    await chooseAction('Invoice intake', 'Pause')
    await expect(await screen.findByText('Workflow status updated')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('update', 'wf_intake', { isActive: false })
  },
}

let refuse: () => void

export const PauseIsTakenBackWhenRefused: Story = {
  parameters: {
    api: {
      'PUT /integrations/workflows/:id': async () => {
        // Not before the change is seen that is shown before the answer.
        await new Promise<void>((resolve) => (refuse = resolve))
        return { status: 500, body: { message: 'The database is locked.' } }
      },
    },
  },
  play: async ({ canvas }) => {
    await chooseAction('Invoice intake', 'Pause')
    const row = within(canvas.getByText('Invoice intake').closest('tr') as HTMLElement)
    await expect(await row.findByText('Inactive')).toBeInTheDocument()
    refuse()
    await expect(await screen.findByText('The database is locked.')).toBeVisible()
    await expect(await row.findByText('Active')).toBeInTheDocument()
  },
}

export const DeletesSeveralAfterAsking: Story = {
  play: async ({ canvas }) => {
    const boxes = await canvas.findAllByRole('checkbox', { name: /^Select this row/ })
    await userEvent.click(boxes[0]!)
    await userEvent.click(boxes[1]!)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    const ask = within(
      await screen.findByRole('alertdialog', {
        name: 'Are you sure you want to delete 2 workflows?',
      })
    )
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.click(ask.getByRole('button', { name: 'Delete' }))
    await expect(await screen.findByText('2 workflows deleted')).toBeVisible()
    await expect(sent.mock.calls.map(([call]) => call as string)).toEqual(['delete', 'delete'])
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull())
  },
}

export const DeletesAfterAsking: Story = {
  play: async () => {
    await chooseAction('Resend receipt', 'Delete')
    const ask = within(await screen.findByRole('alertdialog'))
    await expect(
      ask.getByText('Are you sure you want to delete this workflow?')
    ).toBeInTheDocument()
    await userEvent.click(ask.getByRole('button', { name: 'Delete workflow' }))
    await expect(await screen.findByText('Workflow deleted successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('delete', 'wf_resend', '')
  },
}

export const CreatesWorkflow: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('Invoice intake')
    await userEvent.click(canvas.getByRole('button', { name: 'Create Workflow' }))
    const form = within(await screen.findByRole('dialog', { name: 'Create Workflow' }))
    const submit = () => userEvent.click(form.getByRole('button', { name: 'Create Workflow' }))
    await form.findByRole('combobox', { name: /^System/ })
    await submit()
    await expect(await form.findByText('Workflow name is required')).toBeInTheDocument()
    await expect(form.getByText('Choose a system')).toBeInTheDocument()
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Announce truck')
    await userEvent.click(form.getByRole('checkbox', { name: 'File update' }))
    await userEvent.type(form.getByRole('textbox', { name: /File types/ }), 'pdf, , xml ')
    await pick(form, /^System/, 'Zeta WMS')
    await pick(form, /^Endpoint/, 'Post goods receipt (POST /receipts)')
    await pick(form, /^File/, 'Send the file as the request body')
    await userEvent.click(form.getByRole('button', { name: 'Add step' }))
    const second = within(form.getByRole('listitem', { name: 'Step 2' }))
    await pick(second, /Step type/, 'Metadata Update')
    await userEvent.click(second.getByRole('textbox', { name: /Metadata/ }))
    await userEvent.paste('{"status": "announced"}')
    await submit()
    await expect(await screen.findByText('Workflow created successfully')).toBeVisible()
    const id = expect.any(String)
    await expect(sent).toHaveBeenCalledWith(
      'create',
      undefined,
      expect.objectContaining({
        tenantId: 'ten_1',
        name: 'Announce truck',
        triggerType: 'file_event',
        triggerConfig: {
          eventTypes: ['file_upload', 'file_update'],
          fileTypes: ['pdf', 'xml'],
        },
        steps: [
          {
            id,
            type: 'api_call',
            order: 1,
            systemId: 'sys_zeta',
            endpointId: 'end_receipt',
            config: { sendFile: 'body' },
          },
          { id, type: 'metadata_update', order: 2, config: { metadata: { status: 'announced' } } },
        ],
        isActive: true,
      })
    )
  },
}

/** Red when the focus stays behind, on what opened the dialog or on the first row. */
export const FocusOnTheNewOne: Story = {
  parameters: {
    api: {
      'GET /integrations/workflows': () => made,
      'POST /integrations/workflows': () => {
        const created = { ...workflows[0]!, id: 'wf_new', name: 'Zeta receipts' }
        made = [...workflows, created]
        return { status: 201, body: created }
      },
    },
  },
  beforeEach: () => {
    made = workflows
  },
  play: async () => {
    const form = await createForm()
    await userEvent.type(await form.findByRole('textbox', { name: /^Name/ }), 'Zeta receipts')
    await userEvent.click(await form.findByRole('checkbox', { name: 'File update' }))
    await pick(form, /^System/, 'Zeta WMS')
    await pick(form, /^Endpoint/, 'Post goods receipt (POST /receipts)')
    await userEvent.click(form.getByRole('button', { name: 'Create Workflow' }))
    const row = (await screen.findByRole('link', { name: 'Zeta receipts' })).closest('[data-row]')
    await waitFor(() => expect(row).toHaveFocus())
  },
}

const createForm = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Create Workflow' }))
  return within(await screen.findByRole('dialog', { name: 'Create Workflow' }))
}
const noSystem = /There is no system yet/

/** Red when a list that is on its way counts as empty. */
export const SystemsStillLoading: Story = {
  parameters: { api: { 'GET /integrations/systems': 'pending' } },
  play: async () => {
    const form = await createForm()
    const step = within(await form.findByRole('listitem', { name: 'Step 1' }))
    await expect(await step.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
    await expect(form.queryByText(noSystem)).toBeNull()
  },
}

let works = false

/** Red when a list that could not be read counts as empty, or cannot be asked for again. */
export const SystemsFail: Story = {
  beforeEach: () => {
    works = false
  },
  parameters: {
    api: {
      'GET /integrations/systems': () =>
        works
          ? { status: 200, body: [{ id: 'sys_zeta', name: 'Zeta WMS' }] }
          : { status: 500, body: { message: 'No connection.' } },
    },
  },
  play: async () => {
    const form = await createForm()
    const step = within(await form.findByRole('listitem', { name: 'Step 1' }))
    await expect(await step.findByText('No connection.')).toBeInTheDocument()
    await expect(form.queryByText(noSystem)).toBeNull()
    works = true
    await userEvent.click(step.getByRole('button', { name: 'Try again' }))
    await pick(form, /^System/, 'Zeta WMS')
  },
}

export const NoSystemYet: Story = {
  parameters: { api: { 'GET /integrations/systems': [] } },
  play: async () => {
    const form = await createForm()
    await expect(await form.findByText(noSystem)).toBeInTheDocument()
  },
}

/** The page of the workflow that was chosen, its steps open. */
async function openPage() {
  await screen.findByRole('heading', { level: 1, name: 'Invoice intake' })
  const form = within(screen.getByRole('main'))
  for (const button of await form.findAllByRole('button', { name: /^Open step/ })) {
    await userEvent.click(button)
  }
  return form
}

export const MovesStepsByKeyboard: Story = {
  play: async () => {
    await chooseAction('Invoice intake', 'Edit')
    const form = await openPage()
    const down = form.getByRole('button', { name: 'Move step 2 down' })
    down.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(form.getByRole('button', { name: 'Move step 3 down' })).toHaveFocus()
    )
    await expect(form.getByText('Step moved to place 3')).toBeInTheDocument()
    await userEvent.click(form.getByRole('button', { name: 'Remove step 5' }))
    await waitFor(() => expect(form.getByRole('listitem', { name: 'Step 4' })).toHaveFocus())
    await userEvent.click(form.getByRole('button', { name: 'Update Workflow' }))
    await expect(await screen.findByText('Workflow updated successfully')).toBeVisible()
    const { steps } = sent.mock.calls[0]![2] as { steps: { id: string; order: number }[] }
    await expect(steps.map(({ id, order }) => `${order} ${id}`)).toEqual([
      '1 step_1',
      '2 step_3',
      '3 step_2',
      '4 step_4',
    ])
    const { id, type, config } = workflows[0]!.steps[1]!
    await expect(steps[2]).toEqual({ id, type, config, order: 3 })
  },
}

export const ServerRefusesAStep: Story = {
  parameters: {
    api: {
      'PUT /integrations/workflows/:id': () => ({
        status: 422,
        body: {
          message: 'Check the marked fields.',
          errors: [
            { field: 'steps.1.config.metadata', rule: 'x', message: 'Too many keys.' },
            { field: 'triggerConfig.fileTypes.0', rule: 'x', message: 'This is no file type.' },
          ],
        },
      }),
    },
  },
  play: async () => {
    await chooseAction('Invoice intake', 'Edit')
    const form = await openPage()
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), ' A')
    await userEvent.click(form.getByRole('button', { name: 'Update Workflow' }))
    await expect(await form.findByText('Too many keys.')).toBeInTheDocument()
    await expect(await form.findByText('This is no file type.')).toBeInTheDocument()
  },
}

/** A type of step that only its plugin knows: its form is drawn from its schema. */
export const StepOfAnotherPlugin: Story = {
  play: async () => {
    const form = await createForm()
    await userEvent.type(await form.findByRole('textbox', { name: /^Name/ }), 'Ask for the weather')
    const step = within(form.getByRole('listitem', { name: 'Step 1' }))
    // Red when the rules of these fields stay behind: nothing would be sent.
    await step.findByRole('combobox', { name: /^System/ })
    await pick(step, /Step type/, 'Forecast')
    await userEvent.type(await step.findByRole('textbox', { name: /^Place/ }), 'Quay 4')
    await userEvent.type(step.getByLabelText(/^API key/), 's3cret')
    await userEvent.click(form.getByRole('button', { name: 'Create Workflow' }))
    await expect(await screen.findByText('Workflow created successfully')).toBeVisible()
    const { steps } = sent.mock.calls[0]![2] as { steps: object[] }
    await expect(steps).toEqual([
      {
        id: expect.any(String),
        type: 'weather.forecast',
        order: 1,
        config: { place: 'Quay 4', apiKey: 's3cret' },
      },
    ])
  },
}

/** Red when what was entered for a type is gone after a look at another one. */
export const LooksAtOtherTypes: Story = {
  play: async () => {
    await chooseAction('Invoice intake', 'Edit')
    const form = await openPage()
    const types = await form.findByRole('textbox', { name: /File types/ })
    await userEvent.clear(types)
    await userEvent.type(types, 'csv')
    await pick(form, /Trigger Type/, 'Manual Trigger')
    await pick(form, /Trigger Type/, 'File Events')
    await expect(await form.findByRole('textbox', { name: /File types/ })).toHaveValue('csv')
    const step = within(form.getByRole('listitem', { name: 'Step 1' }))
    await pick(step, /Step type/, 'Forecast')
    await userEvent.type(await step.findByRole('textbox', { name: /^Place/ }), 'Quay 4')
    await pick(step, /Step type/, 'API Call')
    await pick(step, /Step type/, 'Forecast')
    await expect(await step.findByRole('textbox', { name: /^Place/ })).toHaveValue('Quay 4')
    await pick(step, /Step type/, 'API Call')
    await userEvent.click(form.getByRole('button', { name: 'Update Workflow' }))
    await expect(await screen.findByText('Workflow updated successfully')).toBeVisible()
    const { steps } = sent.mock.calls[0]![2] as { steps: object[] }
    const { id, type, config, systemId, endpointId } = workflows[0]!.steps[0]!
    await expect(steps[0]).toEqual({ id, type, config, systemId, endpointId, order: 1 })
  },
}

/** A step with branches: each is a list of steps of its own. */
export const StepsInABranch: Story = {
  play: async () => {
    const form = await createForm()
    await userEvent.type(await form.findByRole('textbox', { name: /^Name/ }), 'Ask first')
    const step = within(form.getByRole('listitem', { name: 'Step 1' }))
    await pick(step, /Step type/, 'Condition')
    await userEvent.type(await step.findByRole('textbox', { name: /^Value/ }), 'file.name')
    const yes = within(step.getByRole('group', { name: 'When it is so' }))
    // Red when the buttons of all lists have one name.
    await userEvent.click(yes.getByRole('button', { name: 'Add step 1 yes 1' }))
    const inner = within(await yes.findByRole('listitem', { name: 'Step 1 yes 1' }))
    await pick(inner, /Step type/, 'Forecast')
    await userEvent.type(await inner.findByRole('textbox', { name: /^Place/ }), 'Quay 4')
    await userEvent.click(form.getByRole('button', { name: 'Create Workflow' }))
    await expect(await screen.findByText('Workflow created successfully')).toBeVisible()
    const id = expect.any(String)
    const { steps } = sent.mock.calls[0]![2] as { steps: object[] }
    await expect(steps).toEqual([
      {
        id,
        type: 'condition',
        order: 1,
        config: { value: 'file.name' },
        branches: {
          yes: [{ id, type: 'weather.forecast', order: 1, config: { place: 'Quay 4' } }],
        },
      },
    ])
  },
}

/** A step whose plugin is gone is shown as what it is, and saved as it was. */
export const StepThatIsNotInstalled: Story = {
  parameters: {
    api: { 'GET /flows/step-types': stepTypes.filter(({ name }) => name !== 'metadata_update') },
  },
  play: async () => {
    await chooseAction('Invoice intake', 'Edit')
    const form = await openPage()
    await expect(await form.findByText(/is not installed here any more/)).toBeInTheDocument()
    // Red when the icon is not that of the type, or one of a type that is gone is missing.
    const icons = form
      .getAllByRole('listitem')
      .map((item) => item.querySelector('[role=combobox] svg')?.getAttribute('class'))
      .filter(Boolean)
    await expect(icons.slice(0, 2)).toEqual([
      expect.stringContaining('lucide-send'),
      expect.stringContaining('lucide-blocks'),
    ])
    const name = form.getByRole('textbox', { name: /^Name/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'Invoices')
    await userEvent.click(form.getByRole('switch', { name: 'Active' }))
    await userEvent.click(form.getByRole('button', { name: 'Update Workflow' }))
    await expect(await screen.findByText('Workflow updated successfully')).toBeVisible()
    const body = sent.mock.calls[0]![2] as { name: string; isActive: boolean; steps: object[] }
    const { name: said, isActive, steps } = body
    await expect({ said, isActive }).toEqual({ said: 'Invoices', isActive: false })
    await expect(steps[1]).toEqual({
      ...{ id: expect.any(String), type: 'metadata_update', order: 2 },
      config: { metadata: { status: 'received' } },
    })
  },
}

let catalogueWorks = false

/** Red when a dialog without its choices is drawn, or cannot ask for them again. */
export const KindsFail: Story = {
  beforeEach: () => {
    catalogueWorks = false
  },
  parameters: {
    api: {
      'GET /flows/step-types': () =>
        catalogueWorks
          ? { status: 200, body: stepTypes }
          : { status: 500, body: { message: 'No connection.' } },
    },
  },
  play: async () => {
    const dialog = await createForm()
    await expect(await dialog.findByText('No connection.')).toBeInTheDocument()
    catalogueWorks = true
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    // The form takes the place of the dialog that said so.
    await expect(await screen.findByRole('textbox', { name: /^Name/ })).toBeInTheDocument()
  },
}

export const ManualTrigger: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('Invoice intake')
    await userEvent.click(canvas.getByRole('button', { name: 'Create Workflow' }))
    const form = within(await screen.findByRole('dialog', { name: 'Create Workflow' }))
    await form.findByRole('checkbox', { name: 'File upload' })
    await userEvent.click(form.getByRole('combobox', { name: /Trigger Type/ }))
    const options = await screen.findAllByRole('option')
    await expect(options.map((option) => option.textContent)).toEqual([
      'File Events',
      'Manual Trigger',
    ])
    await userEvent.click(screen.getByRole('option', { name: 'Manual Trigger' }))
    await expect(
      await form.findByText('Runs only when somebody presses Execute.')
    ).toBeInTheDocument()
    await expect(form.queryByRole('checkbox', { name: 'File upload' })).toBeNull()
    // Red when the rule of the events stays behind: nothing would be sent.
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'By hand')
    await pick(form, /Step type/, 'Metadata Update')
    await userEvent.click(await form.findByRole('textbox', { name: /Metadata/ }))
    await userEvent.paste('{"status": "announced"}')
    await userEvent.click(form.getByRole('button', { name: 'Create Workflow' }))
    await expect(await screen.findByText('Workflow created successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith(
      'create',
      undefined,
      expect.objectContaining({ triggerType: 'manual', triggerConfig: {} })
    )
  },
}
