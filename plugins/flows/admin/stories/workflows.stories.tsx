import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { chooseAction, pick, recordWith } from '../../../../admin/.storybook/play.js'
import { DraftServer } from './draft_server.js'
import { ago, reader, reads, stepTypes, workflows } from './fixtures.js'
import { run } from './run_fixtures.js'
import { selectRows } from './select_rows.js'

const sent = fn()
const record = recordWith(sent)

const server = new DraftServer(
  () => workflows[1]!,
  () => undefined
)

const meta: Meta = {
  title: 'Integrations/Workflows',
  beforeEach: () => {
    sent.mockClear()
    server.reset()
  },
  parameters: {
    route: '/integrations?tab=workflows',
    api: {
      ...reads,
      ...server.api,
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
    await expect(canvas.getByText(/A workflow reacts to a file or to a click/)).toBeVisible()
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
    const item = await screen.findByRole('menuitem', { name: 'Execute Activate it first' })
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
  tags: ['long'],
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
  tags: ['long'],
  parameters: {
    api: {
      'PUT /integrations/workflows/:id': async () => {
        // Answers only after the optimistic change has been seen.
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

export const PausesAndActivatesSeveral: Story = {
  play: async () => {
    const bar = await selectRows(0, 1)
    await userEvent.click(bar.getByRole('button', { name: 'Pause' }))
    await expect(await screen.findByText('2 workflows paused')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('update', 'wf_intake', { isActive: false })
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull())
    await userEvent.click((await selectRows(0, 1)).getByRole('button', { name: 'Activate' }))
    await expect(await screen.findByText('2 workflows activated')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('update', 'wf_resend', { isActive: true })
  },
}

export const NothingMatches: Story = {
  parameters: {
    route: `/integrations?tab=workflows&filter=${encodeURIComponent('{"search":"zebra"}')}`,
    api: {
      'GET /integrations/workflows': ({ query }: FakeRequest) =>
        query.get('filter')?.includes('zebra') ? [] : workflows,
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No workflows match your filters')).toBeVisible()
  },
}

/** Red when a workflow is deleted without a word about its active runs, or cannot be paused instead. */
export const DeletesUnderActiveRuns: Story = {
  parameters: { api: { 'GET /flow-executions': [run('running')] } },
  play: async () => {
    await chooseAction('Invoice intake', 'Delete')
    const ask = within(await screen.findByRole('alertdialog'))
    await expect(ask.getByText(/Invoice intake will not run any more/)).toBeVisible()
    await expect(await ask.findByText('Active runs')).toBeVisible()
    await expect(ask.getByRole('link', { name: '3f1c8a52 · Running' })).toBeVisible()
    await userEvent.click(ask.getByRole('button', { name: 'Pause instead' }))
    await expect(await screen.findByText('Workflow status updated')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('update', 'wf_intake', { isActive: false })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  },
}

export const NoFileToExecuteOn: Story = {
  parameters: { api: { 'GET /assets': [] } },
  play: async () => {
    await chooseAction('Invoice intake', 'Execute on a file...')
    const dialog = within(await screen.findByRole('dialog'))
    await expect(dialog.getByText('Choose the file the run is about.')).toBeVisible()
    await expect(dialog.getByText(/Search looks into every folder/)).toBeVisible()
    await expect(await dialog.findByText('There are no files at the top level.')).toBeVisible()
    await userEvent.type(dialog.getByRole('searchbox'), 'cmr')
    await expect(await dialog.findByText('No file matches.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Execute' })).toBeDisabled()
  },
}

export const DeletesSeveralAfterAsking: Story = {
  play: async () => {
    const bar = await selectRows(0, 1)
    await userEvent.click(bar.getByRole('button', { name: 'Delete' }))
    const ask = within(
      await screen.findByRole('alertdialog', {
        name: 'Are you sure you want to delete 2 workflows?',
      })
    )
    await expect(ask.getByText('They will not run any more.')).toBeVisible()
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

/** The dialog is the first step of the builder: it saves a draft, and the builder opens. */
export const CreatesWorkflow: Story = {
  parameters: {
    api: {
      'POST /integrations/workflows': ({ body }: FakeRequest) => {
        sent('create', undefined, body)
        return { status: 201, body: { ...workflows[0]!, id: 'wf_intake' } }
      },
    },
  },
  play: async ({ canvas }) => {
    await canvas.findByText('Invoice intake')
    await userEvent.click(canvas.getByRole('button', { name: 'Create Workflow' }))
    const form = within(await screen.findByRole('dialog', { name: 'Create Workflow' }))
    const submit = () => userEvent.click(form.getByRole('button', { name: 'Create Workflow' }))
    await form.findByRole('checkbox', { name: 'File update' })
    await submit()
    await expect(await form.findByText('Workflow name is required')).toBeInTheDocument()
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Announce truck')
    await userEvent.click(form.getByRole('checkbox', { name: 'File update' }))
    await userEvent.type(form.getByRole('textbox', { name: /File types/ }), 'pdf, , xml ')
    await submit()
    await expect(await screen.findByText('Workflow created successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('create', undefined, {
      name: 'Announce truck',
      description: null,
      triggerType: 'file_event',
      triggerConfig: { eventTypes: ['file_upload', 'file_update'], fileTypes: ['pdf', 'xml'] },
      isActive: false,
    })
    await expect(await screen.findByRole('region', { name: 'Steps' })).toBeVisible()
  },
}

const createForm = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Create Workflow' }))
  return within(await screen.findByRole('dialog', { name: 'Create Workflow' }))
}
/** Adds a step that calls, in the builder. */
const newCall = async () => {
  await chooseAction('Resend receipt', 'Edit')
  await userEvent.click(await screen.findByRole('button', { name: 'Add step' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /API Call/ }))
  return within(await screen.findByRole('region', { name: 'Step' }))
}
const noSystem = /There is no system yet/

/** Red when a list that is still loading counts as empty. */
export const SystemsStillLoading: Story = {
  parameters: { api: { 'GET /integrations/systems': 'pending' } },
  play: async () => {
    const step = await newCall()
    await expect(await step.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
    await expect(step.queryByText(noSystem)).toBeNull()
  },
}

let works = false

/** Red when a list that failed to load counts as empty, or cannot be loaded again. */
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
    const step = await newCall()
    await expect(await step.findByText('No connection.')).toBeInTheDocument()
    await expect(step.queryByText(noSystem)).toBeNull()
    works = true
    await userEvent.click(step.getByRole('button', { name: 'Try again' }))
    await pick(step, /^System/, 'Zeta WMS')
  },
}

export const NoSystemYet: Story = {
  parameters: { api: { 'GET /integrations/systems': [] } },
  play: async () => {
    const step = await newCall()
    await expect(await step.findByText(noSystem)).toBeInTheDocument()
  },
}

let catalogWorks = false

/** Red when a dialog is shown without its choices, or cannot load them again. */
export const KindsFail: Story = {
  beforeEach: () => {
    catalogWorks = false
  },
  parameters: {
    api: {
      'GET /flows/step-types': () =>
        catalogWorks
          ? { status: 200, body: stepTypes }
          : { status: 500, body: { message: 'No connection.' } },
    },
  },
  play: async () => {
    const dialog = await createForm()
    await expect(await dialog.findByText('No connection.')).toBeInTheDocument()
    catalogWorks = true
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    // The form replaces the dialog with the error.
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
      'Scheduled',
      'Manual Trigger',
      'Event',
    ])
    await userEvent.click(screen.getByRole('option', { name: 'Manual Trigger' }))
    await expect(
      await form.findByText('Runs only when a person presses Execute.')
    ).toBeInTheDocument()
    await expect(form.queryByRole('checkbox', { name: 'File upload' })).toBeNull()
    // Red when the rule of the event field remains: nothing would be sent.
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'By hand')
    await userEvent.click(form.getByRole('button', { name: 'Create Workflow' }))
    await expect(await screen.findByText('Workflow created successfully')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith(
      'create',
      undefined,
      expect.objectContaining({ triggerType: 'manual', triggerConfig: {} })
    )
  },
}
