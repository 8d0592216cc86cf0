import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { DraftServer } from './draft_server.js'
import { reads, stepTypes, workflows } from './fixtures.js'

const sent = fn()
const step = {
  ...workflows[0]!.steps[0]!,
  id: 'make',
  type: 'transform',
  systemId: null,
  endpointId: null,
  config: { expression: '{ "n": $uppercase(file.name) }' },
}
const server = new DraftServer(() => ({ ...workflows[0]!, steps: [step] }), fn())

const meta: Meta = {
  title: 'Flows/Transform',
  beforeEach: () => {
    sent.mockClear()
    server.reset()
  },
  parameters: {
    route: '/integrations/workflows/wf_intake',
    api: {
      ...reads,
      ...server.api,
      'GET /flows/step-types': [
        ...stepTypes,
        {
          name: 'transform',
          label: 'Transform',
          description: 'Computes a value',
          icon: 'code',
          branches: [],
          schema: {
            type: 'object',
            properties: { expression: { type: 'string' }, deadlineMs: { type: 'integer' } },
            required: ['expression'],
          },
        },
      ],
      'POST /flows/expressions/preview': ({ body }: FakeRequest) => {
        sent(body)
        const { expression } = body as { expression: string }
        return expression.includes('(')
          ? { result: { n: 'ORDER.CSV' }, error: null, position: null }
          : { result: null, error: 'The expression has an error at character 3.', position: 3 }
      },
    },
  },
}
export default meta
type Story = StoryObj

const opened = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /Transform/ }))
  await screen.findByRole('button', { name: 'Try it' })
  return within(screen.getByRole('main'))
}

/** The result for the sample is shown below; errors are shown there too. */
export const ShowsTheResult: Story = {
  play: async () => {
    const item = await opened()
    await userEvent.click(item.getByRole('button', { name: 'Try it' }))
    await expect(await item.findByText(/ORDER\.CSV/)).toBeVisible()
    await expect(sent.mock.calls[0]![0]).toMatchObject({
      expression: '{ "n": $uppercase(file.name) }',
      sample: { file: { name: 'order.csv' } },
    })
    const expression = item.getByRole('textbox', { name: /^Expression/ })
    await userEvent.clear(expression)
    await userEvent.type(expression, 'a +')
    await userEvent.click(item.getByRole('button', { name: 'Try it' }))
    await expect(await item.findByText('The expression has an error at character 3.')).toBeVisible()
  },
}

export const DarkOnAPhone: Story = {
  globals: { theme: 'dark', viewport: { value: 'mobile1' } },
  play: async () => {
    const item = await opened()
    await userEvent.clear(item.getByRole('textbox', { name: 'Sample' }))
    await userEvent.type(item.getByRole('textbox', { name: 'Sample' }), 'no')
    await userEvent.click(item.getByRole('button', { name: 'Try it' }))
    await expect(await item.findByText('The sample is not valid JSON.')).toBeVisible()
    await waitFor(() =>
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
    )
  },
}
