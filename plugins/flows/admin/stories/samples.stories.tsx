import type { WorkflowStep } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { sample as sampleOf } from '../../../../admin/.storybook/sample.js'
import { DraftServer } from './draft_server.js'
import { ago, reads, workflows } from './fixtures.js'
import { run } from './run_fixtures.js'

const sent = fn()
const mark: WorkflowStep = { ...workflows[0]!.steps[1]!, id: 'mark', name: 'Mark it', order: 1 }
const each: WorkflowStep = {
  ...mark,
  id: 'lines',
  name: 'Each line',
  type: 'for_each',
  order: 2,
  config: { items: 'steps.call.body.lines' },
  branches: { each: [{ ...mark, id: 'line', name: 'Mark the line' }] },
}
const server = new DraftServer(() => ({ ...workflows[0]!, steps: [mark, each] }), sent)

const meta: Meta = {
  title: 'Flows/Workflow builder/Samples',
  beforeEach: () => {
    sent.mockClear()
    server.reset()
  },
  parameters: {
    route: '/integrations/workflows/wf_intake',
    api: {
      ...reads,
      ...server.api,
      'POST /integrations/workflows/preview': { isDriven: false, files: [], warnings: [] },
      'GET /assets': ({ query }: FakeRequest) =>
        query.get('filter')?.includes('zebra')
          ? []
          : [sampleOf('Asset', { id: 'cmr', name: 'CMR.pdf', updatedAt: ago(5) })],
      'GET /events': [
        { id: 'ev_1', eventType: 'flow_failed', targetName: 'Night', createdAt: ago(9) },
      ],
    },
  },
}
export default meta
type Story = StoryObj

const chooseStep = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(screen.getByRole('region', { name: 'Sample' }))
}
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))
const dialogIsGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

// Red when a kind cannot be chosen, or the step is tried on another sample than the shown one.
export const EachKind: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Choose a step to try it on this sample.')).toBeVisible()
    const sample = await chooseStep(/Mark it/)
    await expect(sample.getByText('No sample chosen')).toBeVisible()
    await expect(sample.getByText(/This really runs the step/)).toBeVisible()

    await userEvent.click(sample.getByRole('button', { name: 'Choose' }))
    const files = await dialogNamed('Choose a file')
    await userEvent.type(files.getByRole('searchbox'), 'zebra')
    await expect(await files.findByText('No matches.')).toBeVisible()
    await userEvent.clear(files.getByRole('searchbox'))
    await userEvent.click(await files.findByRole('button', { name: /CMR\.pdf/ }))
    await dialogIsGone()
    await expect(await sample.findByText('CMR.pdf')).toBeVisible()

    await userEvent.click(sample.getByRole('button', { name: 'Last run' }))
    const runs = await dialogNamed('Choose a run')
    await expect(await runs.findByText('No matches.')).toBeVisible()
    await userEvent.click(runs.getByRole('button', { name: 'Close' }))
    await dialogIsGone()
    await expect(sample.getByText('No sample chosen')).toBeVisible()

    await userEvent.click(sample.getByRole('button', { name: 'Event' }))
    const events = await dialogNamed('Choose an event')
    await userEvent.click(await events.findByRole('button', { name: /flow failed · Night/ }))
    await dialogIsGone()
    await expect(sample.getByRole('button', { name: 'Change' })).toBeVisible()
    await userEvent.click(sample.getByRole('button', { name: 'Try this step' }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith('try', { eventId: 'ev_1' }))
  },
}

/** Without a file, the newest run is the sample. */
export const TheLastRun: Story = {
  parameters: { api: { 'GET /flow-executions': [run('completed')] } },
  play: async () => {
    const sample = await chooseStep(/Mark it/)
    await expect(await sample.findByText('3f1c8a52')).toBeVisible()
    await userEvent.click(sample.getByRole('button', { name: 'Change' }))
    await dialogNamed('Choose a run')
  },
}

export const ChoiceIsNotRead: Story = {
  parameters: {
    api: { 'GET /assets': () => ({ status: 503, body: { message: 'Come back.' } }) },
  },
  play: async () => {
    const sample = await chooseStep(/Mark it/)
    await userEvent.click(sample.getByRole('button', { name: 'Choose' }))
    await expect(await (await dialogNamed('Choose a file')).findByText('Come back.')).toBeVisible()
  },
}

// Red when a refused try says nothing.
export const TryIsRefused: Story = {
  parameters: {
    api: {
      'POST /integrations/workflows/:id/draft/steps/:stepId/try': () => ({
        status: 409,
        body: { code: 'E_NOT_NOW', message: 'Zeta WMS is paused.' },
      }),
    },
  },
  play: async () => {
    const sample = await chooseStep(/Mark it/)
    await userEvent.click(sample.getByRole('button', { name: 'Try this step' }))
    await expect(await sample.findByText('Zeta WMS is paused.')).toBeVisible()
    await expect(sample.getByRole('button', { name: 'Try this step' })).toBeEnabled()
  },
}

export const Trying: Story = {
  parameters: {
    api: { 'POST /integrations/workflows/:id/draft/steps/:stepId/try': 'pending' },
  },
  play: async () => {
    const sample = await chooseStep(/Mark it/)
    await userEvent.click(sample.getByRole('button', { name: 'Try this step' }))
    await expect(await sample.findByRole('button', { name: 'Trying...' })).toBeDisabled()
  },
}

const result = (path: string, output: unknown) =>
  sampleOf('StepResult', {
    stepId: path.split('.').at(-1)!,
    path,
    status: 'completed',
    output,
    outputHidden: false,
    errorMessage: null,
  })

export const ItemsOfALoop: Story = {
  beforeEach: () => {
    const lines = server.test('lines', ['a', 'b'])
    const line = server.test('line', {})
    lines.stepResults = [result('lines', ['a', 'b'])]
    line.stepResults = [
      result('lines.each[0].line', { weight: 100 }),
      result('lines.each[1].line', { weight: 200 }),
    ]
  },
  play: async () => {
    const sample = await chooseStep(/Mark the line/)
    await expect(await sample.findByText('Item 1 of 2')).toBeVisible()
    await expect(await sample.findByText(/"weight": 100/)).toBeVisible()
    await expect(sample.getByRole('button', { name: 'Previous item' })).toBeDisabled()
    await userEvent.click(sample.getByRole('button', { name: 'Next item' }))
    await expect(await sample.findByText('Item 2 of 2')).toBeVisible()
    await expect(await sample.findByText(/"weight": 200/)).toBeVisible()
    await expect(sample.getByRole('button', { name: 'Next item' })).toBeDisabled()
  },
}

export const AnswerIsHidden: Story = {
  beforeEach: () => {
    const test = server.test('mark', null)
    test.stepResults = [{ ...result('mark', null), outputHidden: true }]
  },
  play: async () => {
    const sample = await chooseStep(/Mark it/)
    await expect(
      await sample.findByText('You do not have permission to see this answer.')
    ).toBeVisible()
  },
}

export const AStepThatFailed: Story = {
  beforeEach: () => {
    const test = server.test('mark', null)
    test.stepResults = [
      { ...result('mark', null), status: 'failed', errorMessage: 'The file is locked.' },
    ]
  },
  play: async () => {
    const sample = await chooseStep(/Mark it/)
    await expect(await sample.findByText('The file is locked.')).toBeVisible()
    await expect(sample.getByText('Failed')).toBeVisible()
  },
}

// Red when a name that the sample lacks is not shown before a run fails on it.
export const ValuesTheSampleLacks: Story = {
  beforeEach: () => {
    const config = {
      metadata: {
        weight: '{trigger.body.weigth}',
        from: '{trigger.body.from}',
        as: '{{trigger.no}}',
      },
    }
    server.draft = { ...server.draft, steps: [{ ...mark, config }] }
  },
  play: async () => {
    const sample = await chooseStep(/Mark it/)
    await userEvent.click(sample.getByRole('button', { name: 'Data' }))
    const data = await sample.findByRole('textbox', { name: /JSON another system/ })
    await expect(screen.queryByText(/has no value for/)).toBeNull()
    await userEvent.clear(data)
    await userEvent.click(data)
    await userEvent.paste('{"body":{"weight":12,"from":"Zeta"}}')
    await expect(
      await screen.findByText(/has no value for trigger\.body\.weigth\. Check the name/)
    ).toBeVisible()
    await userEvent.clear(data)
    await userEvent.click(data)
    await userEvent.paste('{"body":{"weigth":12,"from":"Zeta"}}')
    await waitFor(() => expect(screen.queryByText(/has no value for/)).toBeNull())
  },
}

/** Red when a path that a person is still typing closes the builder. */
export const PathWithAWrongEscape: Story = {
  beforeEach: () => {
    const config = { items: String.raw`trigger["\x"]` }
    server.draft = { ...server.draft, steps: [{ ...each, config }] }
  },
  play: async ({ canvas }) => {
    await chooseStep(/Each line/)
    await expect(await canvas.findByDisplayValue(String.raw`trigger["\x"]`)).toBeVisible()
  },
}

// Red when outputs are offered that the server refuses to read there.
export const OnlyReadableOutputs: Story = {
  beforeEach: () => {
    server.draft = {
      ...server.draft,
      steps: [mark, each, { ...mark, id: 'last', name: 'Mark last', order: 3 }],
    }
    server.test('mark', {}).stepResults = [result('mark', { weight: 1 })]
    server.test('lines', {}).stepResults = [result('lines', { count: 2 })]
    server.test('line', {}).stepResults = [result('lines.each[0].line', { weight: 100 })]
  },
  play: async ({ canvas }) => {
    const offered = async (step: RegExp) => {
      await chooseStep(step)
      await userEvent.click(await canvas.findByRole('button', { name: 'Values you can use' }))
      return (await canvas.findAllByRole('button', { name: /^steps\./ })).map(
        ({ textContent }) => textContent?.split(/(?<=[a-z])(?=\d)/)[0]
      )
    }
    await expect(await offered(/Mark the line/)).toEqual(['steps.mark.weight'])
    await expect(await offered(/Mark last/)).toEqual(['steps.mark.weight', 'steps.lines.count'])
  },
}

export const Dark: Story = { ...ItemsOfALoop, globals: { theme: 'dark' } }
