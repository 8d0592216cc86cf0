import type { WorkflowStep } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { pick } from '../../../../admin/.storybook/play.js'
import { DraftServer } from './draft_server.js'
import { reader, reads, workflows } from './fixtures.js'

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

const meta: Meta = {
  title: 'Flows/Workflow builder',
  beforeEach: () => {
    sent.mockClear()
    server.reset()
  },
  parameters: {
    route: '/integrations/workflows/wf_intake',
    api: { ...reads, ...server.api },
  },
}
export default meta
type Story = StoryObj

const main = () => within(screen.getByRole('main'))
const row = (name: RegExp) => screen.findByRole('button', { name })
const savedSteps = () =>
  (sent.mock.calls.findLast(([what]) => what === 'draft')![1] as { steps: WorkflowStep[] }).steps
const settled = () => waitFor(() => expect(server.draft.revision).toBeGreaterThan(0))

export const Filled: Story = {
  parameters: { axe: true },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { level: 1, name: 'Invoice intake' })
    ).toBeVisible()
    await expect(canvas.getByText('Active')).toBeVisible()
    await expect(await canvas.findByText('on failure, after 30 minutes')).toBeVisible()
    await userEvent.click(await row(/Is it urgent/))
    await expect(await canvas.findByRole('textbox', { name: /^Value/ })).toHaveValue(
      'file.metadata.urgent'
    )
    await expect(canvas.getByRole('button', { name: 'Activate' })).toBeDisabled()
    await expect(
      await canvas.findByText('Would have fired for 1 of the last 2 files')
    ).toBeVisible()
  },
}

export const FilledDark: Story = {
  globals: { theme: 'dark' },
  play: async () => void (await row(/Is it urgent/)),
}

// Red when an edit is lost, is saved as the active version, or "saved" appears before the server's answer.
export const KeepsADraftAndActivatesIt: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await row(/Metadata Update/))
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Step name' }), 'Mark it')
    await settled()
    await expect(await canvas.findByText('Draft')).toBeVisible()
    await expect(canvas.getByText(/Version 3 stays active until then/)).toBeVisible()
    await expect(await canvas.findByText(/Saved/)).toBeVisible()
    await waitFor(() => expect(savedSteps()[1]!.name).toBe('Mark it'))
    await userEvent.click(canvas.getByRole('button', { name: 'Activate version 4' }))
    await expect(await screen.findByText('Workflow updated successfully')).toBeVisible()
    await expect(screen.getByText('Version 4 is active')).toBeVisible()
    await expect(await canvas.findByText('Active')).toBeVisible()
    await expect(server.workflow.steps[1]!.name).toBe('Mark it')
  },
}

// Red when a person's own first activation is reported as another person's, or edits during it are lost.
export const ActivatesTheFirstVersion: Story = {
  play: async ({ canvas }) => {
    const step = await row(/Metadata Update/)
    await userEvent.click(step)
    const field = await canvas.findByRole('textbox', { name: 'Step name' })
    await userEvent.type(field, 'Mark')
    await waitFor(() => expect(server.draft.steps[1]!.name).toBe('Mark'))
    await expect(await canvas.findByText(/Saved/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Activate' }))
    await userEvent.type(field, ' it')
    await waitFor(() => expect(server.workflow.version).toBe(1))
    await waitFor(() => expect(server.draft.steps[1]!.name).toBe('Mark it'))
    await expect(server.draft.baseVersion).toBe(1)
    await expect(await canvas.findByText(/Version 1 stays active until then/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Activate version 2' }))
    await expect(await canvas.findByText('Active')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Activate' })).toBeDisabled()
    await expect(canvas.queryByText(/while you were editing/)).toBeNull()
    await expect(canvas.queryByText(/another window/)).toBeNull()
  },
  parameters: {
    api: {
      'POST /integrations/workflows/:id/activate': async () => {
        await new Promise((resolve) => setTimeout(resolve, 1_000))
        return server.api['POST /integrations/workflows/:id/activate']()
      },
    },
  },
  beforeEach: () => server.notYetActivated(),
}

// Red when Activate can be pressed, or the link to the step leads elsewhere.
export const NotComplete: Story = {
  play: async ({ canvas }) => {
    server.problems = (draft) =>
      draft.steps[0]!.config.value
        ? []
        : [{ field: 'steps.0.config.value', message: 'The value is required.' }]
    await userEvent.click(await row(/Is it urgent/))
    await userEvent.clear(await canvas.findByRole('textbox', { name: /^Value/ }))
    await expect(
      await canvas.findByText(/Step 1 is not complete. The value is required/)
    ).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Activate version 4' })).toBeDisabled()
    await userEvent.click(await row(/File Events/))
    await userEvent.click(canvas.getAllByRole('button', { name: 'Go to the step' })[0]!)
    await userEvent.type(await canvas.findByRole('textbox', { name: /^Value/ }), 'file.name')
    await waitFor(() =>
      expect(canvas.getByRole('button', { name: 'Activate version 4' })).toBeEnabled()
    )
  },
}

// Red when a step that is moved into a branch loses its fields, or undo forgets its old position.
export const MovesDuplicatesAndUndoes: Story = {
  tags: ['long'],
  play: async ({ canvas }) => {
    const last = await row(/Metadata Update/)
    await userEvent.click(last)
    last.focus()
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await waitFor(() => expect(savedSteps()[0]!.branches?.yes).toHaveLength(1))
    await expect(savedSteps()).toHaveLength(1)
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(savedSteps()).toHaveLength(2))
    await userEvent.click(canvas.getByRole('button', { name: 'Redo' }))
    await waitFor(() => expect(savedSteps()).toHaveLength(1))
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(savedSteps()).toHaveLength(2))
    await userEvent.click(await row(/Metadata Update/))
    await userEvent.click(canvas.getByRole('button', { name: 'Duplicate the step' }))
    await waitFor(() => expect(savedSteps()).toHaveLength(3))
    await expect(savedSteps()[2]!.config).toEqual(mark.config)
    await expect(savedSteps()[2]!.id).not.toBe(mark.id)
    await userEvent.click(canvas.getByRole('button', { name: 'Delete the step' }))
    await waitFor(() => expect(savedSteps()).toHaveLength(2))
  },
}

/** A step type from another plugin: in the menu, with the fields of its schema. */
export const AddsAStepOfAnotherPlugin: Story = {
  play: async ({ canvas }) => {
    await row(/Is it urgent/)
    await userEvent.click(canvas.getByRole('button', { name: 'Add step 1 yes 1' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /Forecast/ }))
    await userEvent.type(await canvas.findByRole('textbox', { name: /^Place/ }), 'Quay 4')
    await userEvent.type(canvas.getByLabelText(/^API key/), 's3cret')
    await waitFor(() =>
      expect(savedSteps()[0]!.branches).toEqual({
        yes: [
          {
            id: expect.any(String),
            type: 'weather.forecast',
            order: 1,
            config: { place: 'Quay 4', apiKey: 's3cret' },
          },
        ],
      })
    )
  },
}

// Red when the shown output is not the output of the step's test, or an inserted path differs from the shown
// one.
export const TriesAStep: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await row(/Is it urgent/))
    const sample = within(canvas.getByRole('region', { name: 'Sample' }))
    await expect(await sample.findByText('invoice.pdf')).toBeVisible()
    await expect(sample.getByText('This step has not been tested yet.')).toBeVisible()
    await userEvent.click(sample.getByRole('button', { name: 'Try this step' }))
    await expect(await sample.findByText(/"total": 412.5/)).toBeVisible()
    await expect(sent).toHaveBeenCalledWith('try', { assetId: 'f1' })
    await userEvent.click(await row(/Metadata Update/))
    const field = await canvas.findByRole('textbox', { name: 'Step name' })
    await userEvent.click(field)
    await userEvent.click(canvas.getByRole('button', { name: 'Values you can use' }))
    await expect(canvas.getByText(/Select a value to write its path/)).toBeVisible()
    await userEvent.click(await canvas.findByRole('button', { name: /steps\.ask\.body\.total/ }))
    await expect(field).toHaveValue('{steps.ask.body.total}')
  },
}

// Red when a change of either person is lost silently, or something is applied before it was chosen.
export const ActivatedMeanwhile: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await row(/Metadata Update/))
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Step name' }), 'Mine')
    await settled()
    const theirs = { ...condition, config: { value: 'file.name' } }
    server.activatedElsewhere({ steps: [theirs, mark], savedByName: 'Mia Berg', name: 'Intake' })
    await userEvent.click(canvas.getByRole('button', { name: 'Test run' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Compare' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Compare with the active version' })
    )
    await expect(dialog.getAllByText('Changed by Mia Berg')).toHaveLength(2)
    await expect(dialog.getByText('You changed it')).toBeInTheDocument()
    const name = within(dialog.getByRole('radiogroup', { name: 'Name' }))
    await userEvent.click(name.getByRole('radio', { name: 'Keep mine' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Apply to my draft' }))
    await waitFor(() => expect(server.draft.baseVersion).toBe(4))
    await expect(server.draft.name).toBe('Invoice intake')
    await expect(savedSteps()[0]!.config).toEqual({ value: 'file.name' })
    await expect(savedSteps()[1]!.name).toBe('Mine')
  },
  parameters: {
    api: {
      'GET /integrations/workflows/:id/versions/:version': {
        id: 'v3',
        workflowId: 'wf_intake',
        version: 3,
        name: 'Invoice intake',
        triggerType: 'file_event',
        triggerConfig: workflows[0]!.triggerConfig,
        steps: [condition, mark],
        savedBy: null,
        savedByName: null,
        createdAt: '2026-03-01T08:00:00.000Z',
      },
    },
  },
}

// Red when the second window overwrites the first.
export const AnotherWindow: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await row(/Metadata Update/))
    server.draft = { ...server.draft, revision: 7, name: 'Renamed there', isChanged: true }
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Step name' }), 'Here')
    await expect(await canvas.findByText(/You edited this draft in another window/)).toBeVisible()
    await expect(
      canvas.getByText('Not saved: this draft was changed in another window.')
    ).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Compare' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Compare with the other window' })
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Apply to my draft' }))
    await waitFor(() => expect(server.draft.revision).toBe(8))
    await expect(server.draft.name).toBe('Renamed there')
    await expect(savedSteps()[1]!.name).toBe('Here')
  },
}

// Red when a drop-down opens for a person with read permission only.
export const OnlyToLookAt: Story = {
  parameters: {
    api: { 'GET /auth/me': reader(['integrations.read', 'flows.read', 'assets.read']) },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await row(/Metadata Update/))
    const choice = await canvas.findByRole('combobox', { name: /Step type/ })
    await expect(choice).toHaveAttribute('aria-disabled', 'true')
    await fireEvent.mouseDown(choice)
    await expect(screen.queryByRole('listbox')).toBeNull()
    await expect(canvas.queryByRole('button', { name: /Activate/ })).toBeNull()
    await expect(canvas.queryByRole('button', { name: /Add step/ })).toBeNull()
  },
}

export const OnAPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await userEvent.click(await row(/Is it urgent/))
    await expect(await canvas.findByRole('textbox', { name: /^Value/ })).toBeVisible()
    await userEvent.click(canvas.getByRole('tab', { name: 'Sample' }))
    await expect(await canvas.findByRole('button', { name: 'Try this step' })).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Canvas: Story = {
  play: async ({ canvas }) => {
    await row(/Is it urgent/)
    await userEvent.click(canvas.getByRole('button', { name: 'Canvas' }))
    const board = within(await canvas.findByRole('region', { name: 'Canvas of the workflow' }))
    await userEvent.click(await board.findByText('Is it urgent?'))
    await expect(await canvas.findByRole('textbox', { name: /^Value/ })).toBeVisible()
    await expect(board.getByText('Yes')).toBeInTheDocument()
    await userEvent.click(board.getByRole('button', { name: 'Add step 1 no 1' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /Forecast/ }))
    await waitFor(() => expect(savedSteps()[0]!.branches?.no).toHaveLength(1))
    await userEvent.click(canvas.getByRole('button', { name: 'Zoom out' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Show everything' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Close the step' }))
    await expect(canvas.queryByRole('textbox', { name: /^Place/ })).toBeNull()
  },
}

export const CanvasDark: Story = {
  globals: { theme: 'dark' },
  play: async ({ canvas }) => {
    await row(/Is it urgent/)
    await userEvent.click(canvas.getByRole('button', { name: 'Canvas' }))
    await canvas.findByRole('region', { name: 'Canvas of the workflow' })
  },
}

/** Red when a trigger type loses its entered fields. */
export const LooksAtOtherTriggers: Story = {
  tags: ['long'],
  play: async ({ canvas }) => {
    const types = await canvas.findByRole('textbox', { name: /File types/ })
    await userEvent.clear(types)
    await userEvent.type(types, 'csv')
    await pick(main(), /Trigger Type/, 'Manual Trigger')
    await pick(main(), /Trigger Type/, 'File Events')
    await expect(await canvas.findByRole('textbox', { name: /File types/ })).toHaveValue('csv')
  },
}

/** A step of an uninstalled plugin is shown as not installed, and kept unchanged. */
export const StepThatIsNotInstalled: Story = {
  parameters: {
    api: {
      'GET /flows/step-types': (reads['GET /flows/step-types'] as { name: string }[]).filter(
        ({ name }) => name !== 'metadata_update'
      ),
    },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await row(/metadata_update|Metadata Update/))
    await expect(await canvas.findByText(/is not installed any more/)).toBeVisible()
    await userEvent.click(await row(/File Events/))
    await userEvent.type(await canvas.findByRole('textbox', { name: /^Name/ }), ' A')
    await settled()
    await expect(savedSteps()[1]).toEqual({
      id: 'mark',
      type: 'metadata_update',
      order: 2,
      config: { metadata: { status: 'received' } },
    })
  },
}

export const NoSuchWorkflow: Story = {
  parameters: {
    api: {
      'GET /integrations/workflows/:id': () => ({ status: 404, body: { message: 'None.' } }),
      'GET /integrations/workflows/:id/draft': () => ({ status: 404, body: { message: 'None.' } }),
    },
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'This workflow does not exist' })
    ).toBeVisible()
    await expect(canvas.getByText(/It may have been deleted/)).toBeVisible()
  },
}
