import type { WorkflowStep } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { chooseAction } from '../../../../admin/.storybook/play.js'
import { DraftServer } from './draft_server.js'
import { reads, workflows } from './fixtures.js'
import { environments } from './promotion_fixtures.js'

const sent = fn()
const condition: WorkflowStep = {
  ...workflows[0]!.steps[0]!,
  id: 'ask',
  name: 'Is it urgent?',
  type: 'condition',
  systemId: null,
  endpointId: null,
  config: { value: 'file.metadata.urgent' },
}
const mark: WorkflowStep = { ...workflows[0]!.steps[1]!, id: 'mark', order: 2 }
const server = new DraftServer(() => ({ ...workflows[0]!, steps: [condition, mark] }), sent)
const saves = server.api['PUT /integrations/workflows/:id/draft']
let isRefusing = false

/** The draft has changes that are saved. */
const changed = () => {
  server.draft = { ...server.draft, revision: 2, isChanged: true, name: 'Renamed' }
}
const withoutReason = () => ({ status: 500, body: {} })

const meta: Meta = {
  title: 'Flows/Workflow builder/Refusals',
  beforeEach: () => {
    sent.mockClear()
    server.reset()
    isRefusing = true
  },
  parameters: {
    route: '/integrations/workflows/wf_intake',
    api: { ...reads, ...server.api },
  },
}
export default meta
type Story = StoryObj

const row = (name: RegExp) => screen.findByRole('button', { name })
const typeAName = async (text: string) =>
  userEvent.type(await screen.findByRole('textbox', { name: /^Name/ }), text)

// Red when a refused save is hidden behind an incomplete step, or can be repeated only by another edit.
export const NotSaved: Story = {
  parameters: {
    api: {
      'PUT /integrations/workflows/:id/draft': (request: FakeRequest) =>
        isRefusing ? { status: 422, body: { message: 'The name is too long.' } } : saves(request),
    },
  },
  beforeEach: () => {
    server.draft.problems = [{ field: 'steps.0.config.value', message: 'The value is required.' }]
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('1 step is not complete.')).toBeVisible()
    await typeAName(' A')
    await expect(await canvas.findByText('Not saved. The name is too long.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Activate' })).toBeDisabled()
    isRefusing = false
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(await canvas.findByText(/Saved/)).toBeVisible()
    await expect(server.draft.name).toBe('Invoice intake A')
  },
}

export const JsonIsNotComplete: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await row(/Metadata Update/))
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit as JSON' }))
    const metadata = await canvas.findByRole('textbox', { name: /^Metadata/ })
    await userEvent.clear(metadata)
    await userEvent.type(metadata, '{{"status":')
    await expect(
      await canvas.findByText('Not saved. A field contains JSON that is not complete.')
    ).toBeVisible()
    await userEvent.type(metadata, ' "paid"}')
    await waitFor(() =>
      expect(server.draft.steps[1]!.config).toEqual({ metadata: { status: 'paid' } })
    )
  },
}

export const WithoutSteps: Story = {
  beforeEach: () => {
    server.workflow = { ...server.workflow, steps: [] }
    server.notYetActivated()
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Add a step first.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Activate' })).toBeDisabled()
    await expect(canvas.getByRole('button', { name: 'Test run' })).toBeDisabled()
    await expect(canvas.getByText('0 steps')).toBeVisible()
  },
}

export const SeveralAreNotComplete: Story = {
  beforeEach: () => {
    changed()
    server.draft.problems = [
      { field: 'triggerConfig.eventTypes', message: 'Choose an event.' },
      { field: 'steps.0.config.value', message: 'The value is required.' },
    ]
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('2 steps are not complete.')).toBeVisible()
    await expect(canvas.getByText('The trigger is not complete. Choose an event.')).toBeVisible()
    await expect(canvas.getAllByText('Not complete')).toHaveLength(2)
    await userEvent.click(canvas.getByRole('button', { name: 'Canvas' }))
    const board = within(await canvas.findByRole('region', { name: 'Canvas of the workflow' }))
    await expect(await board.findAllByText('Not complete')).toHaveLength(2)
  },
}

// Red when the errors of an activation do not lead to their step.
export const ActivationNamesAStep: Story = {
  beforeEach: changed,
  parameters: {
    api: {
      'POST /integrations/workflows/:id/activate': {
        status: 422,
        body: {
          message: 'Zeta WMS is off.',
          errors: [{ field: 'steps.1.config', rule: 'system', message: 'Zeta WMS is off.' }],
        },
      },
    },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Activate version 4' }))
    await expect(await canvas.findByText('Step 2 is not complete. Zeta WMS is off.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Activate version 4' })).toBeDisabled()
  },
}

export const ActivationFails: Story = {
  beforeEach: changed,
  parameters: { api: { 'POST /integrations/workflows/:id/activate': withoutReason } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Activate version 4' }))
    await expect(await screen.findByText('Failed to update workflow')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Activate version 4' })).toBeEnabled()
  },
}

export const FirstActivationFails: Story = {
  beforeEach: () => server.notYetActivated(),
  parameters: { api: { 'POST /integrations/workflows/:id/activate': withoutReason } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Activate' }))
    await expect(await screen.findByText('Failed to update workflow status')).toBeVisible()
  },
}

const tooltipOf = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  // A disabled button has no pointer events.
  await userEvent.hover(button.parentElement!)
  return screen.findByRole('tooltip')
}

export const NothingHasChanged: Story = {
  play: async () => {
    await expect(await tooltipOf('Activate')).toHaveTextContent(
      'Nothing has changed since the active version.'
    )
  },
}

export const AnotherPersonHasADraft: Story = {
  beforeEach: () => {
    changed()
    server.draft.others = [
      { userId: 'usr_3', name: 'Mia Berg', updatedAt: '2026-03-01T08:00:00.000Z' },
    ]
  },
  play: async () => {
    await expect(await tooltipOf('Activate version 4')).toHaveTextContent(
      'Your changes become active. Mia Berg also has a draft, which stays as it is.'
    )
  },
}

export const TestRunGoesOn: Story = {
  parameters: { api: { 'POST /integrations/workflows/:id/draft/test': 'pending' } },
  play: async ({ canvas }) => {
    await row(/Metadata Update/)
    await expect(await tooltipOf('Test run')).toHaveTextContent(
      'Runs the draft on the sample, with your permissions.'
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Test run' }))
    await expect(await canvas.findByRole('button', { name: 'Testing...' })).toBeDisabled()
  },
}

// Red when a refused test run says nothing.
export const TestRunFails: Story = {
  parameters: { api: { 'POST /integrations/workflows/:id/draft/test': withoutReason } },
  play: async ({ canvas }) => {
    await row(/Metadata Update/)
    await userEvent.click(canvas.getByRole('button', { name: 'Test run' }))
    await expect(await screen.findByText('Failed to start the test run')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Test run' })).toBeEnabled()
  },
}

// Red when a press on Test run does nothing and nothing says why.
export const SampleIsNotComplete: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await row(/Metadata Update/))
    const sample = within(canvas.getByRole('region', { name: 'Sample' }))
    await userEvent.click(sample.getByRole('button', { name: 'Data' }))
    const data = await sample.findByRole('textbox', { name: 'JSON another system would send' })
    await expect(sample.getByText(/Steps read it as trigger/)).toBeVisible()
    await userEvent.type(data, '{{')
    await expect(await sample.findByText('This is not complete JSON.')).toBeVisible()
    await expect(sample.getByRole('button', { name: 'Try this step' })).toBeDisabled()
    await expect(canvas.getByRole('button', { name: 'Test run' })).toBeDisabled()
    await expect(await tooltipOf('Test run')).toHaveTextContent('This is not complete JSON.')
    await userEvent.type(data, '"order": 7}')
    await userEvent.click(canvas.getByRole('button', { name: 'Test run' }))
    await expect(await screen.findByText('Test run started')).toBeVisible()
  },
}

const askToDiscard = async () => {
  await chooseAction('Invoice intake', 'Discard changes')
  return within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
}

// Red when changes are discarded without a question.
export const Discards: Story = {
  beforeEach: changed,
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { level: 1, name: 'Renamed' })).toBeVisible()
    const question = await askToDiscard()
    await expect(question.getByText(/is deleted and cannot be restored/)).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await expect(sent).not.toHaveBeenCalledWith('discard', null)
    await userEvent.click((await askToDiscard()).getByRole('button', { name: 'Discard changes' }))
    await expect(await screen.findByText('Changes discarded')).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('discard', null)
    await expect(
      await canvas.findByRole('heading', { level: 1, name: 'Invoice intake' })
    ).toBeVisible()
  },
}

export const DiscardFails: Story = {
  beforeEach: changed,
  parameters: { api: { 'DELETE /integrations/workflows/:id/draft': withoutReason } },
  play: async () => {
    await screen.findByRole('heading', { level: 1, name: 'Renamed' })
    const question = await askToDiscard()
    await userEvent.click(question.getByRole('button', { name: 'Discard changes' }))
    await expect(await screen.findByText('Failed to discard the changes')).toBeInTheDocument()
    await expect(question.getByRole('button', { name: 'Discard changes' })).toBeEnabled()
  },
}

// Red when Promote is off and nothing says why.
export const PromotesOnlyTheActiveVersion: Story = {
  beforeEach: changed,
  parameters: { api: { 'GET /tenant/environments': environments } },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Invoice intake' }))
    const name = 'Promote... Activate or discard your changes first'
    const item = await screen.findByRole('menuitem', { name })
    await expect(item).toHaveAttribute('aria-disabled', 'true')
  },
}

export const MovesByButtons: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await row(/Metadata Update/))
    await userEvent.click(canvas.getByRole('button', { name: 'Move the step up' }))
    await expect(await canvas.findByText('Step moved to place 1')).toBeInTheDocument()
    await expect(canvas.getByRole('button', { name: 'Move the step up' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('button', { name: 'Move the step down' }))
    await expect(await canvas.findByText('Step moved to place 2')).toBeInTheDocument()
  },
}

export const NotRead: Story = {
  parameters: {
    api: {
      'GET /integrations/workflows/:id': () => ({ status: 503, body: { message: 'Come back.' } }),
    },
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('heading', { name: 'Edit Workflow' })).toBeVisible()
    await expect(canvas.getByText('Come back.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

const outlook = (body: object, status = 200) => ({
  api: { 'POST /integrations/workflows/preview': () => ({ status, body }) },
})

export const NoFilesYet: Story = {
  parameters: outlook({ isDriven: true, files: [], warnings: [] }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('There are no files to check yet.')).toBeVisible()
  },
}

export const OutlookOfFiles: Story = {
  parameters: outlook({
    isDriven: true,
    files: [
      { id: 'f1', name: 'one.pdf', events: ['file_upload'], firedBy: ['file_upload'] },
      { id: 'f2', name: 'two.pdf', events: ['file_update'], firedBy: [] },
      { id: 'f3', name: 'three.pdf', events: [], firedBy: [] },
    ],
    warnings: [{ field: 'steps.1.config.metadata', message: 'This value is never set.' }],
  }),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Show the files' }))
    await expect(await canvas.findByText('Fires: File upload')).toBeVisible()
    await expect(canvas.getByText('Does not fire: File update')).toBeVisible()
    await expect(canvas.getByText('The log no longer has this entry.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Hide the files' }))
    await expect(canvas.queryByText('Fires: File upload')).toBeNull()
    await userEvent.click(await row(/Metadata Update/))
    await expect(await canvas.findByText('This value is never set.')).toBeVisible()
  },
}

export const OutlookIsRefused: Story = {
  parameters: outlook({ message: 'Too many folders.' }, 422),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Too many folders.')).toBeVisible()
  },
}

export const Dark: Story = { ...SeveralAreNotComplete, globals: { theme: 'dark' } }
