import type { WorkflowStep } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { sample } from '../../../../admin/.storybook/sample.js'
import { DraftServer } from './draft_server.js'
import { reads, workflows } from './fixtures.js'

const sent = fn()
const step = (id: string, order: number, part: Partial<WorkflowStep> = {}): WorkflowStep => ({
  ...workflows[0]!.steps[1]!,
  id,
  name: id,
  order,
  ...part,
})
const base = {
  name: 'Invoice intake',
  description: 'Posts every invoice.',
  triggerType: 'file_event',
  triggerConfig: workflows[0]!.triggerConfig,
  steps: [step('Weigh', 1), step('Post', 2), step('Mark', 3), step('Tell', 4)],
}
const server = new DraftServer(() => ({ ...workflows[0]!, ...base }), sent)
const tell = { metadata: { sent: 'yes' } }

/** Another person has activated version 4, which differs in everything. */
const differsInEverything = () => {
  server.draft = {
    ...server.draft,
    revision: 1,
    isChanged: true,
    name: 'My intake',
    steps: [step('Weigh', 1), step('Post', 2), step('Tell', 3, { config: tell })],
  }
  server.activatedElsewhere({
    name: 'Their intake',
    description: 'Posts some invoices.',
    triggerType: 'manual',
    triggerConfig: {},
    savedByName: 'Mia Berg',
    steps: [step('Post', 1), step('Weigh', 2), step('Mark', 3, { config: tell })],
  })
}

const meta: Meta = {
  title: 'Flows/Workflow builder/Compare and merge',
  beforeEach: () => {
    sent.mockClear()
    server.reset()
    differsInEverything()
  },
  parameters: {
    route: '/integrations/workflows/wf_intake',
    api: {
      ...reads,
      ...server.api,
      'GET /integrations/workflows/:id/versions/:version': {
        ...sample('WorkflowVersion', { id: 'v3', workflowId: 'wf_intake', version: 3 }),
        ...base,
      },
    },
  },
}
export default meta
type Story = StoryObj

const compare = async (title = 'Compare with the active version') => {
  await userEvent.click(await screen.findByRole('button', { name: 'Compare' }))
  return within(await screen.findByRole('dialog', { name: title }))
}

// Red when a part that differs has no choice, or a step that one side deleted comes back by itself.
export const EveryPart: Story = {
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText(/^Mia Berg activated version 4 while you were editing/)
    ).toBeVisible()
    const dialog = await compare()
    await expect(dialog.getByText(/Nothing changes before you apply/)).toBeVisible()
    const choices = await dialog.findAllByRole('radiogroup')
    await expect(choices.map((one) => one.getAttribute('aria-labelledby')).length).toBe(6)
    const of = (name: string) => within(dialog.getByRole('radiogroup', { name }))
    for (const name of ['Description', 'Trigger', 'Order of the steps']) {
      await expect(of(name).getByRole('radio', { name: "Use Mia Berg's version" })).toBeChecked()
    }
    await expect(of('Name').getByRole('radio', { name: 'Keep mine' })).toBeChecked()
    // Both changed the name and two steps; each of the steps was deleted by one of them.
    await expect(dialog.getAllByText('Both changed it')).toHaveLength(3)
    await expect(
      of('Step: Mark').getByRole('radio', { name: 'Leave it out, like mine' })
    ).toBeChecked()
    await userEvent.click(
      of('Step: Tell').getByRole('radio', { name: 'Leave it out, like Mia Berg' })
    )
    await userEvent.click(dialog.getAllByRole('button', { name: 'Show details' }).at(-1)!)
    await expect(await dialog.findByRole('region', { name: /: Before$/ })).toBeVisible()
    await expect(dialog.getByText('(not there)', { exact: false })).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Hide details' }))
    await expect(dialog.queryByRole('region', { name: /: Before$/ })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Apply to my draft' }))
    await waitFor(() => expect(server.draft.baseVersion).toBe(4))
    await expect(server.draft.name).toBe('My intake')
    await expect(server.draft.triggerType).toBe('manual')
    await expect(server.draft.steps.map(({ id }) => id)).toEqual(['Post', 'Weigh'])
  },
}

export const TheSame: Story = {
  beforeEach: () => {
    server.reset()
    server.draft = { ...server.draft, revision: 1, isChanged: true, name: 'Intake' }
    server.activatedElsewhere({ name: 'Intake', savedByName: null })
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^Another person activated version 4/)).toBeVisible()
    const dialog = await compare()
    await expect(await dialog.findByText('Both are the same.')).toBeVisible()
    await expect(dialog.queryByRole('radiogroup')).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Apply to my draft' }))
    await waitFor(() => expect(server.draft.baseVersion).toBe(4))
  },
}

// Red when a press on Compare does nothing and nothing says why.
export const NotRead: Story = {
  parameters: {
    api: {
      'GET /integrations/workflows/:id/versions/:version': () => ({ status: 500, body: {} }),
    },
  },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Compare' }))
    await expect(await screen.findByText('Failed to load the other version')).toBeVisible()
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
}

export const DarkOnAPhone: Story = {
  globals: { theme: 'dark', viewport: { value: 'mobile1' } },
  play: async () => {
    const dialog = await compare()
    await dialog.findAllByRole('radiogroup')
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
