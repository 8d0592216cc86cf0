import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { pick } from '../../../../admin/.storybook/play.js'
import { reader, reads, workflows } from './fixtures.js'

const sent = fn()
const condition = {
  ...workflows[0]!.steps[0]!,
  ...{ id: 'ask', name: 'Is it urgent?', type: 'condition', systemId: null, endpointId: null },
  config: { value: 'file.metadata.urgent' },
}
const last = { ...workflows[0]!.steps[1]!, order: 2 }
let current = { ...workflows[0]!, steps: [condition, last] }
let tag = '"one"'

const meta: Meta = {
  title: 'Flows/Workflow page',
  beforeEach: () => {
    sent.mockClear()
    current = { ...workflows[0]!, steps: [condition, last] }
    tag = '"one"'
  },
  parameters: {
    route: '/integrations/workflows/wf_intake',
    api: {
      ...reads,
      'GET /integrations/workflows/:id': () => ({
        status: 200,
        body: current,
        headers: { ETag: tag },
      }),
      'PUT /integrations/workflows/:id': ({ body, headers }: FakeRequest) => {
        const given = headers.get('If-Match')
        sent(given, body)
        if (given !== tag) return { status: 412, body: { message: 'Changed.', code: 'E_CHANGED' } }
        current = { ...current, ...(body as object), version: 5 }
        tag = '"mine"'
        return { status: 200, body: current }
      },
    },
  },
}
export default meta
type Story = StoryObj

const stepsSent = () => (sent.mock.calls.at(-1)![1] as { steps: object[] }).steps

export const Filled: Story = {
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { level: 1, name: 'Invoice intake' })
    ).toBeVisible()
    await expect(canvas.getByText(/Version 3, saved by Rey Ode/)).toBeVisible()
    await expect(await canvas.findByText('Is it urgent?')).toBeVisible()
    await expect(
      await canvas.findByText('Would have fired for 1 of the last 2 files')
    ).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Show the files' }))
    await expect(canvas.getByText('Does not fire: File update')).toBeVisible()
    await expect(canvas.queryByRole('region', { name: 'Unsaved changes' })).toBeNull()
  },
}

export const FilledDark: Story = { globals: { theme: 'dark' } }

// Red when a step that is moved into a branch loses its fields, or stays where it was, too.
export const MovesIntoABranchAndNamesIt: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Open step 2' }))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Step name' }), 'Mark it')
    await userEvent.click(canvas.getByRole('button', { name: 'Limits' }))
    await userEvent.type(canvas.getByLabelText('Tries in all'), '5')
    await userEvent.click(canvas.getByRole('button', { name: 'Move step 2 elsewhere' }))
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Into step 1 Condition, when it is so' })
    )
    await waitFor(() =>
      expect(canvas.getByRole('listitem', { name: 'Step 1 yes 1' })).toHaveFocus()
    )
    await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await waitFor(() => expect(canvas.getByRole('listitem', { name: 'Step 2' })).toHaveFocus())
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await canvas.findByRole('listitem', { name: 'Step 1 yes 1' })
    await userEvent.click(canvas.getByRole('button', { name: 'Update Workflow' }))
    await expect(await screen.findByText('Saved as version 5')).toBeVisible()
    const { id, type } = last
    await expect(stepsSent()).toEqual([
      expect.objectContaining({
        id: 'ask',
        name: 'Is it urgent?',
        branches: {
          yes: [
            {
              ...{ id, type, name: 'Mark it', order: 1 },
              config: { metadata: { status: 'received' }, retry: { attempts: 5 } },
            },
          ],
        },
      }),
    ])
  },
}

// Red when a letter of what was entered is lost, or the other's change is written over unasked.
export const ChangedMeanwhile: Story = {
  play: async ({ canvas }) => {
    const name = await canvas.findByRole('textbox', { name: /^Name/ })
    await userEvent.type(name, ' A')
    const theirs = { description: 'Theirs', version: 4, savedByName: 'Mia Berg' }
    current = { ...current, ...theirs, updatedAt: new Date().toISOString() }
    tag = '"two"'
    await userEvent.click(await canvas.findByRole('button', { name: 'Update Workflow' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'This workflow was changed meanwhile' })
    )
    await expect(dialog.getByText(/Mia Berg saved it .*version 4 now/)).toBeInTheDocument()
    await expect(dialog.getByText('Different: name, description.')).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Go on editing' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(name).toHaveValue('Invoice intake A')
    await expect(canvas.getByText(/Somebody else has saved this workflow/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Update Workflow' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Save mine' }))
    await expect(await screen.findByText('Saved as version 5')).toBeVisible()
    await expect(sent).toHaveBeenLastCalledWith(
      '"two"',
      expect.objectContaining({ name: 'Invoice intake A' })
    )
  },
}

// Red when a step that is being worked on is folded by saving it.
export const StepsStayOpen: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Open step 2' }))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Step name' }), 'Mark it')
    await userEvent.click(canvas.getByRole('button', { name: 'Update Workflow' }))
    await expect(await canvas.findByText(/Version 5, saved by/)).toBeVisible()
    await expect(canvas.getByRole('textbox', { name: 'Step name' })).toHaveValue('Mark it')
    await expect(canvas.getByRole('button', { name: 'Open step 1' })).toBeVisible()
  },
}

// Red when a drop-down opens on a page that may only be looked at.
export const OnlyToLookAt: Story = {
  parameters: {
    api: { 'GET /auth/me': reader(['integrations.read', 'flows.read', 'assets.read']) },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Open step 2' }))
    for (const name of [/Trigger Type/, /Step type/]) {
      const choice = canvas.getByRole('combobox', { name })
      await expect(choice).toHaveAttribute('aria-disabled', 'true')
      await fireEvent.mouseDown(choice)
      await expect(screen.queryByRole('listbox')).toBeNull()
    }
    await expect(canvas.getByRole('combobox', { name: /Folder/ })).toBeDisabled()
    await expect(canvas.getByRole('textbox', { name: /^Name/ })).toBeDisabled()
  },
}

export const AsksBeforeLeaving: Story = {
  play: async ({ canvas }) => {
    const back = await canvas.findByRole('link', { name: 'Back to workflows' })
    await pick(within(canvas.getByRole('main')), /Trigger Type/, 'Manual Trigger')
    await userEvent.click(back)
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await expect(await canvas.findByRole('button', { name: 'Update Workflow' })).toBeVisible()
  },
}

export const NoSuchWorkflow: Story = {
  parameters: {
    api: { 'GET /integrations/workflows/:id': () => ({ status: 404, body: { message: 'None.' } }) },
  },
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('heading', { name: 'This workflow does not exist' })
    ).toBeVisible()
  },
}
