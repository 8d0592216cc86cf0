import type { WorkflowStep } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { pick } from '../../../../admin/.storybook/play.js'
import { DraftServer } from './draft_server.js'
import { reads, workflows } from './fixtures.js'

const sent = fn()
const mark = (id: string, part: Partial<WorkflowStep> = {}): WorkflowStep => ({
  ...workflows[0]!.steps[1]!,
  id,
  name: id,
  order: 1,
  ...part,
})
const each = mark('Each line', {
  type: 'for_each',
  config: { items: 'steps.call.body.lines' },
  branches: { each: [mark('Mark the line')] },
})
const both = mark('At once', {
  type: 'parallel',
  order: 2,
  config: { branches: ['invoice', 'delivery'] },
  branches: { invoice: [mark('Post it')] },
})
const server = new DraftServer(() => ({ ...workflows[0]!, steps: [each, both] }), sent)

const meta: Meta = {
  title: 'Flows/Branches of steps',
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

const row = (name: RegExp) => screen.findByRole('button', { name })
const saved = () =>
  (sent.mock.calls.findLast(([what]) => what === 'draft')![1] as { steps: WorkflowStep[] }).steps

// Red when a renamed branch loses its steps, a new one takes none, or a removed one stays.
export const OfParallel: Story = {
  parameters: { axe: true },
  play: async ({ canvas }) => {
    await userEvent.click(await row(/At once/))
    const name = await canvas.findByRole('textbox', { name: 'Name of branch 1' })
    await userEvent.clear(name)
    await userEvent.type(name, 'delivery')
    await expect(canvas.getByText('Another branch has this name.')).toBeVisible()
    await userEvent.clear(name)
    await userEvent.type(name, 'to pay')
    await expect(canvas.getByText(/Use letters, digits, dashes and underscores/)).toBeVisible()
    await userEvent.clear(name)
    await userEvent.type(name, 'error')
    await expect(canvas.getByText(/belongs to the branch for errors/)).toBeVisible()
    await userEvent.clear(name)
    await userEvent.type(name, 'billing{Enter}')
    await waitFor(() => expect(saved()[1]!.branches).toHaveProperty('billing'))
    await expect(saved()[1]!.branches!.billing).toHaveLength(1)
    await expect(saved()[1]!.config).toEqual({ branches: ['billing', 'delivery'] })
    await userEvent.click(canvas.getByRole('button', { name: 'Add branch' }))
    await expect(await canvas.findByRole('group', { name: 'When branch-1' })).toBeVisible()
    await userEvent.click(
      canvas.getByRole('button', { name: 'Remove the branch billing and its steps' })
    )
    await waitFor(() => expect(saved()[1]!.branches).toBeUndefined())
    await expect(saved()[1]!.config).toEqual({ branches: ['delivery', 'branch-1'] })
    await expect(
      canvas.getByRole('button', { name: 'Remove the branch delivery and its steps' })
    ).toBeDisabled()
  },
}

// Red when the error branch does not appear with the choice, or is not sent.
export const IfItFails: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await row(/Mark the line/))
    await userEvent.click(await canvas.findByRole('button', { name: 'If it fails' }))
    await pick(canvas, /When the step fails/, 'Run the steps of its own branch first')
    await expect(canvas.getByText(/The branch appears below the step/)).toBeVisible()
    await expect(canvas.getByText('None means after every error.')).toBeVisible()
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'It took too long' }))
    const branch = within(await canvas.findByRole('group', { name: 'When it fails' }))
    await userEvent.click(branch.getByRole('button', { name: /Add step/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /Metadata Update/ }))
    const line = () => (saved()[0]!.branches as Record<string, WorkflowStep[]>).each![0]!
    await waitFor(() => expect(line().branches?.error).toHaveLength(1))
    await expect(line().config.onError).toEqual({ then: 'branch', families: ['timeout'] })
  },
}

export const German: Story = {
  parameters: { language: 'de' },
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await userEvent.click(await row(/At once/))
    await expect(await canvas.findByRole('button', { name: 'Zweig hinzufügen' })).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const OnTheCanvas: Story = {
  play: async ({ canvas }) => {
    await row(/At once/)
    await userEvent.click(canvas.getByRole('button', { name: 'Canvas' }))
    const board = within(await canvas.findByRole('region', { name: 'Canvas of the workflow' }))
    await expect(await board.findByText('For each item')).toBeInTheDocument()
    await expect(board.getByText('delivery')).toBeInTheDocument()
    await expect(document.querySelector('.react-flow__node-frame')).not.toBeNull()
  },
}

export const OnTheCanvasDark: Story = { ...OnTheCanvas, globals: { theme: 'dark' } }
