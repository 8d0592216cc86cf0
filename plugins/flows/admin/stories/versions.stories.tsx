import type { WorkflowStep, WorkflowVersion } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { chooseAction } from '../../../../admin/.storybook/play.js'
import { sample } from '../../../../admin/.storybook/sample.js'
import { DraftServer } from './draft_server.js'
import { ago, reader, reads, workflows } from './fixtures.js'

const sent = fn()
const mark: WorkflowStep = { ...workflows[0]!.steps[1]!, id: 'mark', order: 1 }
const server = new DraftServer(() => ({ ...workflows[0]!, steps: [mark] }), sent)
const version = (number: number): WorkflowVersion =>
  sample('WorkflowVersion', {
    id: `v${number}`,
    workflowId: 'wf_intake',
    version: number,
    name: 'Invoice intake',
    stepCount: number,
    savedByName: 'Rey Ode',
    createdAt: ago(500),
  })
const content = (part: object) => ({
  ...version(2),
  triggerType: 'file_event',
  triggerConfig: workflows[0]!.triggerConfig,
  steps: [mark],
  ...part,
})

const meta: Meta = {
  title: 'Flows/Versions of a workflow',
  beforeEach: () => {
    sent.mockClear()
    server.reset()
  },
  parameters: {
    route: '/integrations/workflows/wf_intake',
    api: {
      ...reads,
      ...server.api,
      'GET /integrations/workflows/:id/versions': [version(3), version(2)],
      'GET /integrations/workflows/:id/versions/:version': content({ steps: [] }),
    },
  },
}
export default meta
type Story = StoryObj

const opened = async () => {
  await chooseAction('Invoice intake', 'Versions')
  return within(await screen.findByRole('dialog', { name: 'Versions of Invoice intake' }))
}
const compared = async () => {
  const dialog = await opened()
  await userEvent.click(
    await dialog.findByRole('button', { name: 'Compare version 2 with the present one' })
  )
  return dialog
}

// Red when a step is named by the word of its type in the API, or an absent one is shown as empty.
export const ComparesAndRestores: Story = {
  play: async ({ canvas }) => {
    const dialog = await compared()
    await expect(dialog.getByText('Runs keep the version they began with.')).toBeVisible()
    const former = await dialog.findByRole('region', { name: 'Step: Metadata Update: version 2' })
    await expect(former).toHaveTextContent('(not there)')
    await expect(
      dialog.getByRole('region', { name: 'Step: Metadata Update: now' })
    ).toHaveTextContent('received')
    await expect(dialog.getByText(/Your draft then has the content of this version/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Restore to my draft' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(server.draft.steps).toEqual([]))
    await expect(await canvas.findByText('Add a step first.')).toBeVisible()
  },
}

export const TheSame: Story = {
  parameters: {
    api: { 'GET /integrations/workflows/:id/versions/:version': content({}) },
  },
  play: async () => {
    const dialog = await compared()
    await expect(
      await dialog.findByText('This version is the same as the present one.')
    ).toBeVisible()
  },
}

export const NoneYet: Story = {
  beforeEach: () => server.notYetActivated(),
  parameters: { api: { 'GET /integrations/workflows/:id/versions': [] } },
  play: async () => {
    await expect(await (await opened()).findByText('No versions yet')).toBeVisible()
  },
}

const away = () => ({ status: 503, body: { message: 'Come back.' } })

export const NotRead: Story = {
  parameters: { api: { 'GET /integrations/workflows/:id/versions': away } },
  play: async () => {
    await expect(await (await opened()).findByText('Come back.')).toBeVisible()
  },
}

export const OneIsNotRead: Story = {
  parameters: { api: { 'GET /integrations/workflows/:id/versions/:version': away } },
  play: async () => {
    const dialog = await compared()
    await expect(await dialog.findByText('Come back.')).toBeVisible()
    await expect(dialog.queryByRole('button', { name: 'Restore to my draft' })).toBeNull()
  },
}

export const OnlyToLookAt: Story = {
  parameters: {
    api: { 'GET /auth/me': reader(['integrations.read', 'flows.read', 'assets.read']) },
  },
  play: async () => {
    const dialog = await compared()
    await dialog.findByRole('region', { name: 'Step: Metadata Update: version 2' })
    await expect(dialog.queryByRole('button', { name: 'Restore to my draft' })).toBeNull()
  },
}
